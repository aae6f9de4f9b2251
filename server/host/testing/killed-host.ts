import { notesApp } from './app.ts';
import { createTestHost, openTestSession } from './test-host.ts';

/** Run as a process of its own by lifecycle.test.ts: opens sessions, tells their pids, waits to be killed. */
const testHost = await createTestHost();
const prepared = await testHost.host.prepare(notesApp());
const opened = await Promise.all(Array.from({ length: 5 }, () => openTestSession(testHost, prepared)));
const pids = [testHost.host.report.pid, ...opened.map(({ session }) => session.pid)];
process.stdout.write(`${JSON.stringify({ pids, home: testHost.home })}\n`);
setInterval(() => undefined, 60_000);
