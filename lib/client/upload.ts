import { errorBodySchema } from '../contracts/rest-schemas.ts';
import type { RouteSpec } from '../contracts/route.ts';
import { ApiError } from './api-error.ts';
import { buildPath } from './api.ts';
import { identityHeaders } from './identity-headers.ts';
import { t } from './messages/index.ts';
import { serverWords } from './server-words.ts';

interface Upload {
  readonly params: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly file: Blob;
  readonly signal?: AbortSignal;
  /** Bytes of the file that are sent. */
  readonly onProgress?: (bytes: number) => void;
}

/**
 * Sends a file as the body of an `upload` route; its answer. By XMLHttpRequest: fetch does not say how far it is.
 * @throws ApiError; the signal's reason where it was aborted
 */
export function sendFile(
  route: RouteSpec,
  { params, query, file, signal, onProgress }: Upload,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = (): void => request.abort();
    request.open(route.method, buildPath(route.path, params, query));
    request.setRequestHeader('content-type', 'application/octet-stream');
    for (const [name, value] of Object.entries(identityHeaders())) request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => onProgress?.(event.loaded);
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) resolve(JSON.parse(request.responseText) as unknown);
      else reject(failureOf(request));
    };
    request.onerror = () => reject(new ApiError(t('common.unreachable'), { code: null, status: null }));
    request.onabort = () =>
      reject(signal?.reason instanceof Error ? signal.reason : new DOMException('aborted', 'AbortError'));
    request.onloadend = () => signal?.removeEventListener('abort', abort);
    if (signal?.aborted === true) {
      abort();
      reject(new DOMException('aborted', 'AbortError'));
      return;
    }
    signal?.addEventListener('abort', abort, { once: true });
    request.send(file);
  });
}

function failureOf({ status, responseText }: XMLHttpRequest): ApiError {
  let payload: unknown;
  try {
    payload = JSON.parse(responseText);
  } catch {
    payload = undefined;
  }
  const parsed = errorBodySchema.safeParse(payload);
  if (!parsed.success) return new ApiError(`HTTP ${String(status)}`, { code: 'internal', status });
  const { code, message, details } = parsed.data.error;
  return new ApiError(serverWords({ code, message }), { code, status, details });
}
