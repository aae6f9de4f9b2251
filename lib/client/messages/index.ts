import { en } from './en.ts';
import { formatMessage, type MessageValues } from './format.ts';

type Paths<T> = {
  [K in keyof T & string]: T[K] extends string ? K : `${K}.${Paths<T[K]>}`;
}[keyof T & string];

export type MessageKey = Paths<typeof en>;

const LOCALE = 'en';
const flat = flatten(en, '');

/** The message of a key with its values put in. */
export function t(key: MessageKey, values: MessageValues = {}): string {
  return formatMessage(flat.get(key) ?? key, values, LOCALE);
}

type Catalogue = { readonly [key: string]: string | Catalogue };

function flatten(catalogue: Catalogue, prefix: string): Map<string, string> {
  const entries = new Map<string, string>();
  for (const [key, value] of Object.entries(catalogue)) {
    if (typeof value === 'string') entries.set(prefix + key, value);
    else for (const [path, text] of flatten(value, `${prefix}${key}.`)) entries.set(path, text);
  }
  return entries;
}
