import { describe, expect, it } from 'vitest';
import { AppError } from '../../../lib/contracts/errors.ts';
import { createLog } from '../../log.ts';
import { createJobs, type JobProgress } from './index.ts';

const log = createLog('silent');

describe('jobs', () => {
  it('run two at once, count their lines and keep their result', async () => {
    await using jobs = createJobs(log);
    const gate = Promise.withResolvers<undefined>();
    const spec = (title: string) => ({
      kind: 'replay' as const,
      title,
      work: async (progress: JobProgress) => {
        progress.total(2);
        await gate.promise;
        progress.line({ subject: 'a', outcome: 'ok', message: 'fine', run: 'r1' });
        progress.line({ subject: 'b', outcome: 'failed', message: 'not fine' });
        return { title };
      },
    });
    const [a, b, c] = ['a', 'b', 'c'].map((title) => jobs.start(spec(title)));
    expect(jobs.list().map(({ title, state }) => [title, state])).toEqual([
      ['c', 'waiting'],
      ['b', 'running'],
      ['a', 'running'],
    ]);
    gate.resolve(undefined);
    const ended = await Promise.all([a, b, c].map((job) => jobs.ended(job?.id ?? '')));
    expect(ended[2]).toMatchObject({
      state: 'done',
      done: 2,
      total: 2,
      ok: 1,
      failed: 1,
      result: { title: 'c' },
    });
    expect(jobs.report(a?.id ?? '', { outcome: 'failed', offset: 0 })).toEqual({
      items: [{ subject: 'b', outcome: 'failed', message: 'not fine', run: null }],
      total: 1,
      more: 0,
    });
  });

  it('say why they failed, and are cancelled', async () => {
    await using jobs = createJobs(log);
    const failed = jobs.start({
      kind: 'audit',
      title: 'x',
      work: () => Promise.reject(new AppError('not_found', 'No such pack.')),
    });
    expect(await jobs.ended(failed.id)).toMatchObject({ state: 'failed', error: 'No such pack.' });
    const endless = jobs.start({
      kind: 'audit',
      title: 'y',
      work: ({ signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(new Error('stopped')));
        }),
    });
    jobs.cancel(endless.id);
    expect(await jobs.ended(endless.id)).toMatchObject({ state: 'cancelled', error: null });
    expect(() => jobs.get('nothing')).toThrow('No such job');
  });
});
