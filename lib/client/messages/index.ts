import { en } from './en.ts';
import { formatMessage, type MessageValues } from './format.ts';
import type { Translated } from './translated.ts';

type Paths<T> = {
  [K in keyof T & string]: T[K] extends string ? K : `${K}.${Paths<T[K]>}`;
}[keyof T & string];

export type MessageKey = Paths<typeof en>;

export const LANGUAGES = ['en', 'zh-CN'] as const;
export type Language = (typeof LANGUAGES)[number];

interface Words {
  readonly language: Language;
  readonly texts: ReadonlyMap<string, string>;
}

const english: Words = { language: 'en', texts: flatten(en, '') };
let current = english;

/** The message of a key, in the page's language, with its values put in. Not for constants of modules: they never change. */
export function t(key: MessageKey, values: MessageValues = {}): string {
  return formatMessage(current.texts.get(key) ?? english.texts.get(key) ?? key, values, current.language);
}

/** The language of the words that `t` gives now. */
export function currentLanguage(): Language {
  return current.language;
}

const LOADERS: Readonly<Record<Exclude<Language, 'en'>, () => Promise<Translated<typeof en>>>> = {
  'zh-CN': async () => (await import('./zh.ts')).zh,
};

/** Loads the words of a language, where they are not there yet, and makes them those of `t`. */
export async function speak(language: Language): Promise<void> {
  current = language === 'en' ? english : { language, texts: flatten(await LOADERS[language](), '') };
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
