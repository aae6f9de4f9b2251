export { CreateProject } from './create-project.tsx';
export { EditProject } from './edit-project.tsx';
export { ProjectPart } from './project-part.tsx';
export { SaveVersion } from './save-version.tsx';
export { TextChanges } from './text-changes.tsx';
export { VersionList } from './version-list.tsx';
export { type DocumentEditing, useDocumentDraft } from './use-document-draft.ts';
