/** Records steps until it is killed; says each one on stdout after `step()` returned. Used by crash.test.ts. */
import { writeSync } from 'node:fs';
import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';

// Half of its start; must stand before the first import of ours. It never ends by itself, which is when the cache is written.
enableCompileCache();
const { default: Database } = await import('better-sqlite3');
const { createStore } = await import('./index.ts');
const { startOn, stepInput } = await import('./testing.ts');
flushCompileCache();

const [dir = '', seed = ''] = process.argv.slice(2);
const store = await createStore({ homeDir: join(dir, 'home') });
for (;;) {
  const start = startOn(seed, dir);
  const recorder = store.begin(start);
  writeSync(1, `${start.id} 0 ${store.episode(start.id)?.initialHash}\n`);
  const db = new Database(start.dbPath);
  db.pragma('synchronous = OFF');
  for (let i = 1; i <= 40; i++) {
    const some = Math.random() < 0.2 ? 1 : 40;
    db.exec(`UPDATE products SET notes = hex(randomblob(400)) WHERE id % ${some} = 0`);
    const step = recorder.step(stepInput({ observationJson: 'x'.repeat(i * 1000) }));
    writeSync(1, `${start.id} ${step.seq} ${step.dbAfter}\n`);
  }
  db.close();
  recorder.end('done');
}
