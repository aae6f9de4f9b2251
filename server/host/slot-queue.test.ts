import { describe, expect, it } from 'vitest';
import { SlotQueue } from './slot-queue.ts';

describe('SlotQueue', () => {
  it('runs at most its slots at once, background ones last, in order else', async () => {
    const queue = new SlotQueue(2);
    const order: string[] = [];
    let running = 0;
    let most = 0;
    const job = (name: string) => async (): Promise<void> => {
      most = Math.max(most, ++running);
      order.push(name);
      await Promise.resolve();
      running--;
    };
    await Promise.all([
      queue.run('normal', job('a')),
      queue.run('background', job('b')),
      queue.run('background', job('c')),
      queue.run('normal', job('d')),
      queue.run('normal', job('e')),
    ]);
    expect(most).toBe(2);
    expect(order).toEqual(['a', 'b', 'd', 'e', 'c']);
    expect(queue.size).toBe(0);
  });

  it('goes on after a job that fails, and rejects who waits when cleared', async () => {
    const queue = new SlotQueue(1);
    const gate = Promise.withResolvers<undefined>();
    const failing = queue.run('normal', async () => {
      await gate.promise;
      throw new Error('no');
    });
    const waiting = queue.run('normal', () => Promise.resolve(1));
    queue.clear();
    gate.resolve(undefined);
    await expect(failing).rejects.toThrow('no');
    await expect(waiting).rejects.toMatchObject({ code: 'runtime_failed' });
    await expect(queue.run('background', () => Promise.resolve(2))).resolves.toBe(2);
  });
});
