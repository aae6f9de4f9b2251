export { AgentMessage } from './agent-message.tsx';
export { type AgentWords, readWords } from '../../lib/domain/agent-words.ts';
