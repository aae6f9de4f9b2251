export { AgentMessage } from './agent-message.tsx';
export { type AgentWords, readWords } from './words.ts';
