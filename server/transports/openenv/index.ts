export { createOpenEnvTransport } from './transport.ts';
export type { OpenEnvTransport, OpenEnvTransportOptions } from './transport.ts';
export { createOpenEnvRpc, toolResult } from './json-rpc.ts';
export type { OpenEnvRpc, RpcScope } from './json-rpc.ts';
