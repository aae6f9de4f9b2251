export { CommentDialog } from './comment-dialog.tsx';
export { ConflictDialog } from './conflict-dialog.tsx';
export { FeedbackDialog } from './feedback-dialog.tsx';
export { RevealDialog } from './reveal-dialog.tsx';
export { SkipDialog } from './skip-dialog.tsx';
