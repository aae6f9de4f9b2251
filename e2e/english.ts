import type { Page } from 'playwright/test';
import { en } from '../lib/client/messages/en.ts';
import { formatMessage } from '../lib/client/messages/format.ts';
import { zh } from '../lib/client/messages/zh.ts';

interface Catalogue {
  readonly [key: string]: string | Catalogue;
}

function entriesOf(catalogue: Catalogue, prefix = ''): [string, string][] {
  return Object.entries(catalogue).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + key, value]] : entriesOf(value, `${prefix}${key}.`),
  );
}

/** What a message can look like with any values: its singular and its plural. */
function patternsOf(message: string): readonly RegExp[] {
  return [1, 1234567].flatMap((count) => {
    const values = new Proxy<Record<string, number>>({}, { get: () => count });
    const text = formatMessage(message, values, 'en').trim();
    const pieces = text.split(count === 1 ? /1/ : /1,234,567|1234567/);
    if (!/[a-z]{3}/i.test(pieces.join(' '))) return [];
    return [
      new RegExp(`^${pieces.map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.{0,60}')}$`),
    ];
  });
}

const chinese = new Map(entriesOf(zh));
const patterns = entriesOf(en)
  // Names that are the same in both.
  .filter(([key, text]) => chinese.get(key) !== text)
  .flatMap(([, text]) => patternsOf(text));

/** What verifiers answer, a loan's status, the filter of a view: data that happens to be a message too. */
const DATA = new Set(['complete', 'others', 'open', 'disagree']);

/** Words of the page, read or only heard, that are a message of the English catalogue. Code and names of code are none. */
export async function englishLeft(page: Page): Promise<readonly string[]> {
  const texts = await page.evaluate(() => {
    const data = 'code, pre, kbd, script, style, [lang=en]:not(html), .font-mono, .monaco-editor';
    const found = new Set<string>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (node.parentElement?.closest(data) === null && node.parentElement.checkVisibility())
        found.add(node.textContent?.trim() ?? '');
    }
    for (const name of ['aria-label', 'title', 'placeholder', 'alt']) {
      for (const element of document.querySelectorAll(`[${name}]`)) {
        if (element.closest(data) === null) found.add(element.getAttribute(name)?.trim() ?? '');
      }
    }
    return [...found].filter((text) => /[a-z]{2}/i.test(text));
  });
  const data = await scenarioData(page);
  const isData = (text: string): boolean =>
    DATA.has(text) || (text.includes(' ') && data.includes(JSON.stringify(text).slice(1, -1)));
  return texts.filter((text) => !isData(text) && patterns.some((pattern) => pattern.test(text)));
}

/** Tools and tasks of the scenario that is looked at are written in English. */
async function scenarioData(page: Page): Promise<string> {
  const { origin } = new URL(page.url());
  const paths = ['/api/scenarios?limit=100', '/api/scenarios/city_library/tools'];
  const answers = await Promise.all(paths.map((path) => page.request.get(origin + path)));
  return (await Promise.all(answers.map((answer) => answer.text()))).join('\n');
}
