import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { formatAbsolute, formatAgo, formatNumber } from '../format.ts';
import { en } from './en.ts';
import { formatMessage } from './format.ts';
import { t } from './english.ts';
import { speak } from './index.ts';
import { zh } from './zh.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** Names of the field, formats and products that stay as they are in Chinese. */
const KEPT =
  /\b(?:AWM Studio|JSON|SQL|HTTP|CSV|NULL|null|true|false|curl|Python|EXPLAIN|Esc|Space|Ctrl|Shift|Alt|Enter|Monaco|BLOB|rowid|initial|id|ms|KB|MB|GET|POST|base64|Node)\b/gi;

type Node = { readonly [key: string]: string | Node };

function entriesOf(node: Node, prefix = ''): [string, string][] {
  return Object.entries(node).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + key, value]] : entriesOf(value, `${prefix}${key}.`),
  );
}

const english = entriesOf(en);
const chinese = new Map(entriesOf(zh));

/** Names of the values that a message takes; words inside plural forms are none. */
function placeholders(message: string): string[] {
  const seen = new Set<string>();
  const values = new Proxy<Record<string, number>>({}, { get: (_, name) => (seen.add(String(name)), 2) });
  formatMessage(message, values, 'en');
  return [...seen].sort();
}

function sources(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !/messages\/(?:en|zh)\b/.test(path))
    .map((path) => readFileSync(path, 'utf8'));
}

afterEach(() => speak('en'));

describe('the Chinese catalogue', () => {
  it('takes the same values as the English one', () => {
    const different = english.filter(
      ([key, text]) => placeholders(text).join() !== placeholders(chinese.get(key) ?? '').join(),
    );
    expect(different.map(([key]) => key)).toEqual([]);
  });

  it('has no English left over', () => {
    const left = [...chinese].filter(([, text]) => {
      const own = text.replaceAll(/\{[^{}]*\}/g, '').replaceAll(KEPT, '');
      return !/\p{Script=Han}/u.test(text) && /[a-z]{3}/i.test(own);
    });
    expect(left).toEqual([]);
  });

  it('is punctuated as Chinese is', () => {
    const half = [...chinese].filter(([, text]) =>
      /\p{Script=Han}[,;:!?](?:\s|$|\p{Script=Han})/u.test(text),
    );
    expect(half).toEqual([]);
  });

  it('is spoken by t and by the formats once it is chosen', async () => {
    await speak('zh-CN');
    expect(t('scenarios.title')).toBe('场景');
    expect(t('timeline.rows', { count: 1 })).toBe('返回 1 行');
    expect(formatAgo(0, 5 * 60_000)).toBe('5分钟前');
    expect(formatAbsolute(Date.UTC(2026, 0, 2, 3, 4, 5))).toMatch(/年1月/);
    expect(formatNumber(50_000)).toBe('50,000');
    await speak('en');
    expect(t('scenarios.title')).toBe('Scenarios');
    expect(formatAgo(0, 5 * 60_000)).toBe('5m ago');
  });
});

describe('the catalogues', () => {
  it('hold no word that nothing shows', () => {
    const code = ['app', 'components', 'lib'].flatMap(sources).join('\n');
    const literals = new Set(code.match(/(?<=['"`])[\w.]+(?=['"`])/g));
    const prefixes = code.match(/(?<=`)[\w.]+\.(?=\$\{)/g) ?? [];
    const unused = english
      .map(([key]) => key)
      .filter((key) => !literals.has(key) && !prefixes.some((prefix) => key.startsWith(prefix)));
    expect(unused).toEqual([]);
  });

  it('are not read when a module loads, for then the language is not known', () => {
    const early = ['components', 'lib']
      .flatMap(sources)
      .flatMap((code) => code.match(/^(?:export )?const [^(\n]*= t\(.*$/gm) ?? []);
    expect(early).toEqual([]);
  });
});
