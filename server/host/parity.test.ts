import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestHost, openTestSession, type TestHost } from './testing/test-host.ts';
import { readSample } from './testing/sample.ts';
import { databaseDifferences, differences, type RecordedDatabase } from './testing/recording.ts';

const SHARED = resolve(import.meta.dirname, '../../../shared');
const PARITY = join(SHARED, 'parity');
const available = existsSync(PARITY) && existsSync(join(SHARED, 'awm-1k-sample'));

interface RecordedStep {
  readonly send: { readonly type: string; readonly data: Readonly<Record<string, unknown>> };
  readonly recv: { readonly data: { readonly observation: Readonly<Record<string, unknown>> } };
  readonly volatile: readonly string[];
}

interface Recording extends RecordedDatabase {
  readonly scenario_key: string;
  readonly steps: readonly RecordedStep[];
}

function recordings(): readonly string[] {
  return available ? readdirSync(PARITY).filter((name) => /_\d+\.json$/.test(name)) : [];
}

describe.skipIf(!available)('recorded episodes of the reference (skipped where ../shared is absent)', () => {
  let testHost: TestHost;

  beforeAll(async () => {
    testHost = await createTestHost();
  });

  afterAll(async () => {
    await testHost[Symbol.asyncDispose]();
  });

  it.each(recordings())(
    '%s: every tool call answers the same bytes',
    async (name) => {
      const recording = JSON.parse(readFileSync(join(PARITY, name), 'utf8')) as Recording;
      const source = readSample(SHARED, recording.scenario_key);
      const prepared = await testHost.host.prepare(source);
      const { session, open } = await openTestSession(testHost, prepared);
      const found: string[] = [];
      let compared = 0;
      for (const [index, step] of recording.steps.entries()) {
        const { data } = step.send;
        if (step.send.type !== 'step') continue;
        const want = step.recv.data.observation;
        const volatile = new Set(step.volatile.map((pointer) => pointer.replace(/^\/data\/observation/, '')));
        if (want['reward_type'] === 'episode_already_done') continue;
        if (data['type'] === 'list_tools') {
          const got = JSON.parse(prepared.toolsJson) as unknown;
          found.push(
            ...differences(want['tools'], got, volatile, '/tools').map((d) => `step ${String(index)} ${d}`),
          );
          continue;
        }
        const tool = data['tool_name'];
        if (data['type'] !== 'call_tool' || typeof tool !== 'string' || tool === 'verify' || tool === 'done')
          continue;
        if (tool === '__list_scenarios__' || !('tool_result' in want || 'error' in want)) continue;
        if (want['reward_type'] === 'invalid_action') continue;
        const result = await session.call(tool, data['arguments'] ?? {}, { deadlineMs: 30_000 });
        const got = {
          tool_result: result.kind === 'ok' ? result.text : undefined,
          error: result.kind === 'error' ? result.error : undefined,
        };
        compared++;
        for (const key of ['tool_result', 'error'] as const) {
          found.push(
            ...differences(want[key], got[key], volatile, `/${key}`).map(
              (d) => `step ${String(index)} ${tool}${JSON.stringify(data['arguments'])} ${d}`,
            ),
          );
        }
      }
      await session.close('closed');
      found.push(...databaseDifferences(recording, open.dbPath));
      prepared.release();
      expect(found).toEqual([]);
      expect(compared).toBeGreaterThan(50);
    },
    120_000,
  );
});
