/** Takes secrets out of what clients send before it is stored. Pure; used for action metadata and reset options. */

const MASK = '[redacted]';

/** Whole key or its last part: `api_key`, `OPENAI_API_KEY`, `Authorization`, `access_token`; not `max_tokens`. */
const SECRET_KEY =
  /(^|[^a-z])(api[-_ ]?keys?|authorization|auth[-_ ]?token|token|secret(s|[-_ ]?key)?|password|passwd|passphrase|credentials?|cookies?|private[-_ ]?key|access[-_ ]?key)$/i;

const SECRET_VALUES = [
  /\bsk-[A-Za-z0-9_-]{12,}/g,
  /\bhf_[A-Za-z0-9]{12,}/g,
  /\bgh[pousr]_[A-Za-z0-9]{20,}/g,
  /\bgithub_pat_[A-Za-z0-9_]{20,}/g,
  /\bxox[abprs]-[A-Za-z0-9-]{10,}/g,
  /\bAKIA[A-Z0-9]{16}\b/g,
  /\bAIza[A-Za-z0-9_-]{30,}/g,
  /\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}/g,
  /\b(Bearer|Basic) +[A-Za-z0-9._~+/-]{8,}=*/gi,
];

/** `apiKey` and `accessToken` read as `api_Key`, `access_Token`. */
function isSecretKey(key: string): boolean {
  return SECRET_KEY.test(key.replace(/([a-z0-9])([A-Z])/g, '$1_$2'));
}

export function redactText(text: string): string {
  return SECRET_VALUES.reduce((out, pattern) => out.replace(pattern, MASK), text);
}

/** Longest string kept at each attempt to fit, in characters. */
const CUTS = [Number.POSITIVE_INFINITY, 32_768, 8_192, 2_048, 512];

/**
 * JSON text of `value` without secrets, at most `maxBytes` of UTF-8. Where it is longer, its long strings are cut (and
 * say by how much); where that is not enough, the head of the text is kept as `{"truncated": true, "head": …}`.
 * Null for undefined and for what JSON cannot hold (cycles, nesting deeper than the stack).
 */
export function redactedJson(value: unknown, maxBytes: number): string | null {
  let text = '';
  for (const cut of CUTS) {
    try {
      const made: unknown = JSON.stringify(value, (key, item: unknown) => redactItem(key, item, cut));
      if (typeof made !== 'string') return null;
      text = made;
    } catch {
      return null;
    }
    if (utf8Length(text) <= maxBytes) return text;
  }
  const head = text.slice(0, Math.max(0, Math.floor(maxBytes / 8)));
  return JSON.stringify({ truncated: true, head });
}

function redactItem(key: string, item: unknown, cut: number): unknown {
  const secret = key !== '' && isSecretKey(key);
  if (typeof item === 'string') {
    if (secret) return item === '' ? item : MASK;
    const text = redactText(item);
    return text.length > cut ? `${text.slice(0, cut)}… [cut ${text.length - cut} characters]` : text;
  }
  return secret && typeof item === 'object' && item !== null ? MASK : item;
}

function utf8Length(text: string): number {
  return new TextEncoder().encode(text).length;
}
