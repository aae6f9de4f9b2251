import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

/** JUnit reports, as pytest, vitest and Playwright all write them. */

export interface TestCase {
  /** As its runner names it: Playwright by its place below e2e/, vitest below the project's root. */
  readonly file: string;
  readonly test: string;
  readonly state: 'passed' | 'failed' | 'skipped';
  /** Of one that failed, else empty. */
  readonly why: string;
}

/** Characters of a failure's message. */
const WHY = 300;

/** @throws where the report is not there */
export function readReport(path: string): TestCase[] {
  // What tests print may look like anything.
  const xml = readFileSync(path, 'utf8').replaceAll(/<!\[CDATA\[[\s\S]*?\]\]>/g, '');
  return xml.split('<testcase').slice(1).map(testCaseOf);
}

function testCaseOf(text: string): TestCase {
  const named = { file: attribute(text, 'classname'), test: attribute(text, 'name') };
  if (/<skipped\b/.test(text)) return { ...named, state: 'skipped', why: '' };
  if (!/<(failure|error)\b/.test(text)) return { ...named, state: 'passed', why: '' };
  const message = /<(?:failure|error)\b[^>]*?\bmessage="([^"]*)"/.exec(text)?.[1] ?? '';
  // A process of vitest that died is only told as the cause, and so is the file that it ran.
  const causes = [...text.matchAll(/^\s*(?:Caused by: )+([^\n]*)/gm)].map(
    ([, cause = '']) => `Caused by: ${cause}`,
  );
  const died = /while running test file ([^\n<&]+)/.exec(text)?.[1];
  const why = [message, ...causes].map((said) =>
    unescaped(said).replaceAll(/\s+/g, ' ').trim().slice(0, WHY),
  );
  const file = died === undefined ? named.file : relative(process.cwd(), died);
  return { file, test: named.test, state: 'failed', why: why.join('; ') };
}

function attribute(testcase: string, name: string): string {
  return unescaped(new RegExp(`\\b${name}="([^"]*)"`).exec(testcase)?.[1] ?? '');
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

function unescaped(text: string): string {
  return text.replaceAll(
    /&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi,
    (all, hex?: string, digits?: string, name?: string) => {
      if (name !== undefined) return ENTITIES[name] ?? all;
      return String.fromCodePoint(hex === undefined ? Number(digits) : Number.parseInt(hex, 16));
    },
  );
}
