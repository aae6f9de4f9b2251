import { core } from './core.ts';
import type { en } from './en.ts';
import { formatMessage, type MessageValues } from './format.ts';
import type { Translated } from './translated.ts';

/**
 * Words by key. English comes with the script that shows it: what all pages share is here, each folder of components has its
 * own in its messages.ts (the whole catalogue would be an eighth of a page's first load). Another language comes whole.
 */

type Paths<T> = {
  [K in keyof T & string]: T[K] extends string ? K : `${K}.${Paths<T[K]>}`;
}[keyof T & string];

/** Keys of the words that all pages share. */
export type MessageKey = Paths<typeof core>;

/** The same, and those of some features. */
export type KeyOf<W extends Catalogue> = MessageKey | Paths<W>;

export const LANGUAGES = ['en', 'zh-CN'] as const;
export type Language = (typeof LANGUAGES)[number];

type Texts = ReadonlyMap<string, string>;

const english: Texts = flatten(core, '');
let language: Language = 'en';
/** Of another language than English. */
let translated: Texts | undefined;

/** The message of a key, in the page's language, with its values put in. Not for constants of modules: they never change. */
export const t = translator({});

/** A `t` that has the words of some features, named as in the catalogue, besides those that all pages share. */
export function translator<W extends Catalogue>(words: W) {
  const own = flatten(words, '');
  return (key: KeyOf<W>, values: MessageValues = {}): string =>
    formatMessage(translated?.get(key) ?? own.get(key) ?? english.get(key) ?? key, values, language);
}

/** The language of the words that `t` gives now. */
export function currentLanguage(): Language {
  return language;
}

const LOADERS: Readonly<Record<Exclude<Language, 'en'>, () => Promise<Translated<typeof en>>>> = {
  'zh-CN': async () => (await import('./zh.ts')).zh,
};

/** Loads the words of a language, where they are not there yet, and makes them those of `t`. */
export async function speak(next: Language): Promise<void> {
  translated = next === 'en' ? undefined : flatten(await LOADERS[next](), '');
  language = next;
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
