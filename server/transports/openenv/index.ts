export { createOpenEnvTransport } from './transport.ts';
export type { OpenEnvTransport, OpenEnvTransportOptions } from './transport.ts';
export { toolResult } from './json-rpc.ts';
export type { OpenEnvRpc } from './json-rpc.ts';
export { describeCapacity } from './sessions.ts';
export type { Lease } from './sessions.ts';
export { createSocketServer } from './socket-server.ts';
export type { SocketServer, SocketSession } from './socket-server.ts';
export type { Incoming, Push, Reply } from './connection.ts';
