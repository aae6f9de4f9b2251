/**
 * What recording costs: microseconds per begin and per step for a 400 KB database. What reading recorded states costs:
 * milliseconds per question.
 * Run: node bench/store.ts
 */
import { copyFileSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { pageSizeOf } from '../lib/domain/page-delta.ts';
import { createStore } from '../server/store/index.ts';
import { makeSeed, startOn, stepInput, tempDir } from '../server/store/testing.ts';
import { stateTimes } from './lib/state-times.ts';

const ROUNDS = 400;

using dir = tempDir('bench-store-');
const seed = join(dir.path, 'seed.db');
makeSeed(seed);
const size = readFileSync(seed).length;
await using store = await createStore({ homeDir: join(dir.path, 'home') });

const begins: number[] = [];
for (let i = 0; i < ROUNDS; i++) {
  const start = startOn(seed, dir.path);
  const before = process.hrtime.bigint();
  const recorder = store.begin(start);
  begins.push(Number(process.hrtime.bigint() - before) / 1000);
  recorder.end('done');
}
report('begin, initial known', begins);

for (const pages of [0, 1, 30]) report(`step, ${pages} pages changed`, measureSteps(pages));
await store.settled();

console.log();
console.table(
  (await stateTimes()).map(({ what, firstMs, againMs, limitMs }) => ({
    question: what,
    'first, ms': Number(firstMs.toFixed(1)),
    'again, ms': Number(againMs.toFixed(1)),
    'at most, ms': limitMs ?? '',
  })),
);

/** Writes into whole pages of the live file, as an app's commit does, then records. */
function measureSteps(pages: number): number[] {
  const start = startOn(seed, dir.path);
  copyFileSync(seed, start.dbPath);
  const recorder = store.begin(start);
  const pageSize = pageSizeOf(readFileSync(seed));
  const fd = openSync(start.dbPath, 'r+');
  const times: number[] = [];
  for (let i = 0; i < ROUNDS; i++) {
    const text = Buffer.from(`round ${i} `.repeat(200));
    for (let p = 0; p < pages; p++) writeSync(fd, text, 0, text.length, (10 + 2 * p) * pageSize + 1000);
    const before = process.hrtime.bigint();
    recorder.step(stepInput());
    times.push(Number(process.hrtime.bigint() - before) / 1000);
  }
  recorder.end('done');
  return times;
}

function report(name: string, times: number[]): void {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => (sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(0).padStart(6);
  console.log(
    `${name.padEnd(28)} median ${at(0.5)} µs   p95 ${at(0.95)} µs   max ${at(1)} µs   (${size} bytes)`,
  );
}
