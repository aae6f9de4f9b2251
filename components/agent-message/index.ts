export { AgentMessage } from './agent-message.tsx';
