export { createHost } from './create-host.ts';
export type { Host, SandboxReport } from './types.ts';
