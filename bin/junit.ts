import { readFileSync } from 'node:fs';

/** JUnit reports, as pytest, vitest and Playwright all write them. */

export interface Report {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly failures: readonly Failure[];
}

export interface Failure {
  /** Of the test, as its runner names it. */
  readonly file: string;
  readonly test: string;
  readonly why: string;
}

/** Characters of a failure's message. */
const WHY = 300;

/** @throws where the report is not there */
export function readReport(path: string): Report {
  // What tests print may look like anything.
  const xml = readFileSync(path, 'utf8').replaceAll(/<!\[CDATA\[[\s\S]*?\]\]>/g, '');
  const cases = xml.split('<testcase').slice(1);
  const failed = cases.filter((text) => /<(failure|error)\b/.test(text));
  const skipped = cases.filter((text) => /<skipped\b/.test(text)).length;
  return {
    passed: cases.length - failed.length - skipped,
    failed: failed.length,
    skipped,
    failures: failed.map(failureOf),
  };
}

function failureOf(testcase: string): Failure {
  const message = /<(?:failure|error)\b[^>]*?\bmessage="([^"]*)"/.exec(testcase)?.[1] ?? '';
  // A process that died is only told as the cause.
  const causes = [...testcase.matchAll(/^\s*(Caused by: [^\n]*)/gm)].map(([, line]) => line ?? '');
  const said = [message, ...causes].map((text) =>
    unescaped(text).replaceAll(/\s+/g, ' ').trim().slice(0, WHY),
  );
  // A process of vitest that died has no name but in its cause.
  const died = /while running test file ([^\n<&]+)/.exec(testcase)?.[1];
  return {
    file: died ?? attribute(testcase, 'classname'),
    test: attribute(testcase, 'name'),
    why: said.join('; '),
  };
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
