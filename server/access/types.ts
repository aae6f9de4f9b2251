import type { IncomingHttpHeaders } from 'node:http';
import type { Permission, Principal } from '../../lib/contracts/people.ts';

/** Who asks, by what came with the request. */
export interface Access {
  /** People sign in; else whoever asks is who they say. */
  readonly accounts: boolean;
  /** A visitor where nothing came. @throws AppError unauthenticated where what came is not (or no longer) good, invalid_request */
  principal(headers: IncomingHttpHeaders): Principal;
  /** @throws AppError unauthenticated (a visitor who could sign in), forbidden */
  require(who: Principal, permission: Permission): void;
}
