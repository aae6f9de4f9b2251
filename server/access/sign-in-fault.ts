import * as client from 'openid-client';
import { AppError } from '../../lib/contracts/errors.ts';
import { signInFaultSchema, type SignInFault } from '../../lib/contracts/rest-people.ts';

/** Of openid-client: an ID token from the future or the past, beyond the 30 s that it forgives. */
const WRONG_TIME = 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED';
const TOO_LONG: readonly string[] = ['OAUTH_TIMEOUT', 'OAUTH_ABORT'];
/** Not JSON, or not 200: a proxy's page in place of the provider. */
const NO_ANSWER: readonly string[] = ['OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON'];

export function refusal(why: SignInFault, message: string, cause?: unknown): AppError {
  return new AppError('sign_in_failed', message, { details: { why }, cause });
}

/** What of a refusal the page says in its own words. */
export function faultOf({ details }: AppError): SignInFault {
  const parsed = signInFaultSchema.safeParse((details as { readonly why?: unknown } | undefined)?.why);
  return parsed.success ? parsed.data : 'failed';
}

/** What went wrong between this server and the provider @name, in a sentence with what to do. */
export function providerFault(name: string, error: unknown): AppError {
  if (error instanceof client.AuthorizationResponseError)
    return error.error === 'access_denied'
      ? refusal('denied', `${name} did not let you in, or you did not agree there.`, error)
      : refusal('failed', `${name} refused: ${error.error_description ?? error.error}.`, error);
  const code = codeOf(error);
  if (code === WRONG_TIME)
    return refusal(
      'clock',
      `The clock of this server and that of ${name} differ by more than 30 s. Whoever runs the studio has to set its clock.`,
      error,
    );
  if (isUnreachable(error) || (code !== undefined && [...TOO_LONG, ...NO_ANSWER].includes(code)))
    return refusal(
      'unreachable',
      `${name} does not answer this server. Try again in a minute; if it stays so, tell whoever runs the studio.`,
      error,
    );
  const reason = error instanceof Error ? error.message : String(error);
  return refusal('failed', `${name} did not sign you in: ${reason}.`, error);
}

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('code' in error && typeof error.code === 'string') return error.code;
  return codeOf(error.cause);
}

/** `fetch` says only that it failed; the system's word is its cause. */
function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    (error instanceof TypeError && error.message === 'fetch failed') ||
    error.name === 'TimeoutError' ||
    isUnreachable(error.cause)
  );
}
