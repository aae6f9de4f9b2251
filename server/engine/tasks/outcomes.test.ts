import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROJECT_DIR } from '../../config.ts';
import { createEngineFixture, type EngineFixture } from '../../testing/engine-fixture.ts';

/** Real runs of the starter pack: the gold calls by two clients at different times, and what comes near them. */

let fixture: EngineFixture;

beforeAll(async () => {
  fixture = await createEngineFixture([join(PROJECT_DIR, 'scenarios')]);
});

afterAll(async () => {
  await fixture[Symbol.asyncDispose]();
});

interface Call {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

async function play(scenario: string, taskIdx: number, calls: readonly Call[], tags: readonly string[] = []) {
  const gold = await fixture.dataset.gold(scenario, taskIdx);
  const session = fixture.engine.createSession({ actor: 'agent', transport: 'test' });
  const reset = await session.reset({
    scenario,
    task_idx: taskIdx,
    options: { run: { experiment: 'x', tags } },
  });
  for (const { tool, arguments: args } of calls)
    await session.step({ type: 'call_tool', tool_name: tool, arguments: args });
  const answer = gold?.finalAnswer ?? null;
  await session.step({
    type: 'call_tool',
    tool_name: 'verify',
    arguments: { verifier_mode: 'code', ...(answer !== null && { final_answer: answer }) },
  });
  await session.step({ type: 'call_tool', tool_name: 'done', arguments: {} });
  await session.close('closed');
  return String(reset.metadata?.['record_id']);
}

describe('outcomes of the starter pack', () => {
  it('every gold run with the clock running lands in one outcome with its like, and none is suspected', async () => {
    const wrong: string[] = [];
    for (const { key, tasks } of fixture.dataset.list()) {
      for (const taskIdx of tasks.keys()) {
        const calls = (await fixture.dataset.gold(key, taskIdx))?.calls ?? [];
        const gold = await play(key, taskIdx, calls, ['gold']);
        const other = await play(key, taskIdx, calls);
        await fixture.store.settled();
        const { items, reference } = await fixture.store.outcomes.outcomes({
          scenario: key,
          taskIdx,
          passes: false,
        });
        const place = `${key} ${String(taskIdx)}`;
        if (items.length !== 1) wrong.push(`${place}: ${String(items.length)} outcomes`);
        if (reference?.run !== gold) wrong.push(`${place}: no reference`);
        if (items[0]?.changed === null) wrong.push(`${place}: rows not known`);
        for (const id of [gold, other]) {
          const suspicions = fixture.store.runs.get(id)?.suspicions ?? ['unknown'];
          if (suspicions.length > 0) wrong.push(`${place}: ${suspicions.join()}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  }, 240_000);

  it('a run that does more, less or otherwise than the gold run says so in rows', async () => {
    const scenario = 'city_library';
    const move = (barcodes: readonly string[], branch: number): Call => ({
      tool: 'send_transfer',
      arguments: { barcodes, to_branch_id: branch },
    });
    const wanted = ['HIL-00016', 'HIL-00017'];
    await play(scenario, 4, [move(wanted, 4)], ['gold']);
    const more = await play(scenario, 4, [move([...wanted, 'HIL-00020'], 4)]);
    const less = await play(scenario, 4, [move(['HIL-00016'], 4)]);
    const elsewhere = await play(scenario, 4, [move(wanted, 3)]);
    const nothing = await play(scenario, 4, []);
    await fixture.store.settled();
    const facts = (id: string) => {
      const run = fixture.store.runs.get(id);
      return [run?.collateral, run?.omitted];
    };
    expect(facts(more)[0]).toBeGreaterThan(0);
    expect(facts(more)[1]).toBe(0);
    expect(facts(less)).toEqual([0, facts(less)[1]]);
    expect(facts(less)[1]).toBeGreaterThan(0);
    expect(facts(nothing)[0]).toBe(0);
    const { items } = await fixture.store.outcomes.outcomes({ scenario, taskIdx: 4, passes: false });
    const end = items.find(({ state }) => state === fixture.store.outcomes.ofRun(elsewhere).state);
    expect(end?.against).toMatchObject({ collateral: 0, omitted: 0 });
    expect(end?.against?.differs).toBeGreaterThan(0);
    expect(end?.against?.cell).toEqual({
      table: 'transfers',
      column: 'to_branch_id',
      here: '3',
      reference: '4',
    });
  });
});
