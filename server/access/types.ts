import type { IncomingHttpHeaders } from 'node:http';
import type { Principal } from '../../lib/contracts/people.ts';

/** Who asks, by what came with the request. */
export interface Access {
  /** A visitor where nothing came. @throws AppError unauthenticated where what came is not (or no longer) good, invalid_request */
  principal(headers: IncomingHttpHeaders): Principal;
}
