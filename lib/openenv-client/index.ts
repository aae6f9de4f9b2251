export { connect } from './client.ts';
export type { OpenEnvClient } from './client.ts';
export {
  OpenEnvConnectionError,
  OpenEnvError,
  OpenEnvProtocolError,
  OpenEnvServerError,
  OpenEnvTimeoutError,
} from './errors.ts';
export type {
  CallOptions,
  ConnectOptions,
  DoneOptions,
  JsonObject,
  Observation,
  ResetParams,
  State,
  StepResult,
  Tool,
  ToolCallOptions,
  VerifyOptions,
} from './types.ts';
export { toSocketUrl } from './url.ts';
