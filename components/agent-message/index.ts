export { AgentMessage } from './agent-message.tsx';
export { type AgentWords, readWords } from '../../lib/client/agent-words.ts';
