export { createMcpTransport } from './transport.ts';
export type { McpTransport, McpTransportOptions } from './transport.ts';
