import type { WireErrorCode } from '../contracts/openenv.ts';

/** All errors of this client; tell them apart by class or by `kind`. */
export abstract class OpenEnvError extends Error {
  abstract readonly kind: 'server' | 'connection' | 'timeout' | 'protocol';
}

/** The server refused a message. After CAPACITY_REACHED, FACTORY_ERROR and SESSION_ERROR the connection is closed. */
export class OpenEnvServerError extends OpenEnvError {
  readonly kind = 'server';
  override readonly name = 'OpenEnvServerError';
  /** A code of the wire; a newer server may have others. */
  readonly code: WireErrorCode | (string & {});
  /** The whole `data` of the error frame, e.g. `errors` of a VALIDATION_ERROR. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(message: string, code: string, details: Readonly<Record<string, unknown>>) {
    super(message);
    this.code = code;
    this.details = details;
  }
}

/** No connection, or none any more. */
export class OpenEnvConnectionError extends OpenEnvError {
  readonly kind = 'connection';
  override readonly name = 'OpenEnvConnectionError';
}

/** No answer in time. The connection stays usable: a late answer is dropped. */
export class OpenEnvTimeoutError extends OpenEnvError {
  readonly kind = 'timeout';
  override readonly name = 'OpenEnvTimeoutError';
}

/** The server sent what the protocol does not know. */
export class OpenEnvProtocolError extends OpenEnvError {
  readonly kind = 'protocol';
  override readonly name = 'OpenEnvProtocolError';
}
