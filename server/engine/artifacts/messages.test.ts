import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempDir } from '../../store/testing.ts';
import { attachedMessages, attachMessages } from './messages.ts';
import { createLibrary } from './testing/library.ts';
import { writeTrajectory } from './testing/zips.ts';

const call = (tool_name: string, args: object) => ({
  action: 'call_tool',
  tool_name,
  arguments: args,
  success: true,
  result: 'ok',
  error: null,
});
const says = (content: string | null, ...calls: [string, object][]) => ({
  role: 'assistant',
  content,
  tool_calls: calls.map(([name, args], i) => ({
    id: `c${String(i)}`,
    type: 'function',
    function: { name, arguments: JSON.stringify(args) },
  })),
});

describe('a log attached to a run', () => {
  it('stands beside its steps; what does not fit is named', async () => {
    using dir = tempDir();
    await using library = await createLibrary();
    const path = join(dir.path, 'run.json');
    writeTrajectory(path, {
      entries: [
        { action: 'list_tools', success: true, num_tools: 0, tool_names: [] },
        call('find', { q: 'a', n: 1 }),
        call('pay', { id: 1 }),
        call('close', {}),
      ],
    });
    const id = (await library.bring(path))[0]?.run ?? '';
    expect(attachedMessages(library.store, id)).toMatchObject({ items: [], attachedAtMs: null });
    const log = [
      { role: 'user', content: 'Pay it' },
      says('I look.', ['find', { n: 1, q: 'a' }]),
      { role: 'tool', tool_call_id: 'c0', content: 'ok' },
      says('I pay.', ['call_tool', { tool_name: 'pay', arguments: { id: 2 } }], ['dance', {}]),
      says('Done.'),
    ];
    const dry = attachMessages(library.store, id, { log, dryRun: true, by: 'Ada' });
    expect(library.store.artifacts.messages(id)).toBeUndefined();
    expect(dry.items.map(({ seq }) => seq)).toEqual([2, 2, 2, 3, null]);
    expect([dry.aligned, dry.calls]).toEqual([2, 3]);
    expect(dry.mismatches).toEqual([
      { index: 3, seq: 3, message: 'The log says pay({"id":2}), the run has pay({"id":1}).' },
      { index: 3, seq: null, message: 'The log calls dance({}), which the run does not.' },
      { index: null, seq: 4, message: 'The run calls close({}), which the log lacks.' },
    ]);
    const kept = attachMessages(library.store, id, { log: { messages: log }, dryRun: false, by: 'Ada' });
    expect(kept).toMatchObject({ by: 'Ada', items: dry.items, mismatches: dry.mismatches });
    expect(attachedMessages(library.store, id)).toEqual(kept);
    expect(attachMessages(library.store, id, { log: [], dryRun: false, by: 'Ada' }).items).toEqual([]);
    expect(library.store.artifacts.messages(id)).toBeUndefined();
    expect(() => attachMessages(library.store, id, { log: 'x', dryRun: false, by: 'Ada' })).toThrow(
      'must be a list of chat messages',
    );
  });

  it('makes a run of its own where it is imported', async () => {
    using dir = tempDir();
    await using library = await createLibrary();
    mkdirSync(join(dir.path, 'logs'));
    const log = [
      { role: 'user', content: 'Pay it' },
      { ...says('I look.', ['find', { q: 1.0 }]), reasoning_content: 'hm' },
      {
        role: 'tool',
        tool_call_id: 'c0',
        content: 'Error calling find. Status code: 404. Response: {"detail":"Order not found"}',
      },
      says('Not there.'),
    ];
    const line = (over: object) =>
      JSON.stringify({ messages: log, scenario: 'Shop', task_idx: 2, experiment: 'e', ...over });
    writeFileSync(
      join(dir.path, 'logs', 'all.jsonl'),
      `${line({})}\n\nnot json\n${line({ experiment: 'f' })}`,
    );
    const lines = await library.bring(join(dir.path, 'logs'));
    expect(lines.map(({ outcome }) => outcome)).toEqual(['warning', 'failed', 'warning']);
    const id = lines[0]?.run ?? '';
    expect(library.store.episode(id)).toMatchObject({
      scenario: 'shop',
      taskIdx: 2,
      run: { experiment: 'e' },
      verdict: null,
    });
    expect(library.store.steps(id)).toMatchObject([
      {
        toolName: 'find',
        rewardType: 'tool_not_found',
        httpStatus: 404,
        clientMetadata: { message: 'I look.', reasoning: 'hm' },
      },
    ]);
    expect(attachedMessages(library.store, id)).toMatchObject({ aligned: 1, calls: 1, mismatches: [] });
  });
});
