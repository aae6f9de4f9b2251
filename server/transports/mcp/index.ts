export { createMcpTransport } from './transport.ts';
