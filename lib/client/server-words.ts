import type { ErrorCode } from '../contracts/errors.ts';
import type { Unavailable } from '../contracts/evidence.ts';
import { currentLanguage, t } from './messages/index.ts';

interface Said {
  readonly code: ErrorCode | Unavailable['code'];
  readonly message: string;
}

/** What the server said, which speaks English; in another language what its code means comes first. */
export function serverWords({ code, message }: Said): string {
  return currentLanguage() === 'en' ? message : t('errors.said', { what: t(`errors.${code}`), message });
}
