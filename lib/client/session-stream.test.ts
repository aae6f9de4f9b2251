import { EventEmitter } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import type { LiveEvent, LiveStep, SubscribeReply } from '../contracts/live.ts';
import type { LiveSocket } from './live-socket.ts';
import { createSessionStream } from './session-stream.ts';

/** The wire's end as the stream sees it. */
class FakeSocket extends EventEmitter {
  readonly subscribed: { readonly afterSeq: number; readonly epoch?: string; readonly page?: unknown }[] = [];
  connected = false;
  reply: SubscribeReply | 'silence' = { ok: true };
  connects = 0;

  timeout(): this {
    return this;
  }
  async emitWithAck(_event: string, request: FakeSocket['subscribed'][number]): Promise<SubscribeReply> {
    this.subscribed.push(request);
    if (this.reply === 'silence') throw new Error('operation has timed out');
    return this.reply;
  }
  connect(): this {
    this.connects += 1;
    return this;
  }
  disconnect(): this {
    return this;
  }
  send(...events: LiveEvent[]): void {
    this.sendIn('e1', ...events);
  }
  sendIn(epoch: string, ...events: LiveEvent[]): void {
    this.emit('events', { sessionId: 's', epoch, events }, () => {});
  }
}

function step(seq: number): LiveStep {
  return {
    episodeId: 'e',
    seq,
    kind: 'call_tool',
    toolName: 'list_books',
    arguments: null,
    observation: { text: '{}', length: 2, complete: true },
    rewardType: null,
    reward: null,
    httpMethod: null,
    httpRoute: null,
    httpStatus: null,
    startedAtMs: 0,
    durationMs: 1,
    wrote: false,
    tablesTouched: null,
  };
}

function event(seq: number): LiveEvent {
  return { seq, kind: 'step', step: step(seq) };
}

function open() {
  const socket = new FakeSocket();
  const frames: (() => void)[] = [];
  const stream = createSessionStream({
    sessionId: 's',
    openSocket: () => socket as unknown as LiveSocket,
    page: () => 'page-number-1',
    schedule: (flush) => frames.push(flush),
  });
  const changes = vi.fn();
  stream.subscribe(changes);
  stream.start();
  const paint = (): void => {
    for (const flush of frames.splice(0)) flush();
  };
  return { socket, stream, changes, paint, frames };
}

async function connected() {
  const opened = open();
  opened.socket.emit('connect');
  await vi.waitFor(() => expect(opened.stream.getSnapshot().connection).toBe('live'));
  opened.changes.mockClear();
  return opened;
}

describe('session stream', () => {
  it('applies what came once a frame', async () => {
    const { socket, stream, changes, paint, frames } = await connected();
    socket.send(event(1));
    socket.send(event(2), event(3));
    expect(frames).toHaveLength(1);
    expect(stream.getSnapshot().steps).toHaveLength(0);
    paint();
    expect(changes).toHaveBeenCalledTimes(1);
    expect(stream.getSnapshot().steps.map(({ seq }) => seq)).toEqual([1, 2, 3]);
  });

  it('resumes after the last event that it has, painted or not', async () => {
    const { socket, stream, paint } = await connected();
    socket.send(event(1));
    paint();
    socket.send(event(2));
    socket.emit('disconnect', 'transport close');
    expect(stream.getSnapshot().connection).toBe('reconnecting');
    socket.emit('connect');
    await vi.waitFor(() => expect(stream.getSnapshot().connection).toBe('live'));
    expect(socket.subscribed).toMatchObject([
      { afterSeq: 0, page: { id: 'page-number-1' } },
      { afterSeq: 2, epoch: 'e1' },
    ]);
    paint();
    expect(stream.getSnapshot().steps).toHaveLength(2);
  });

  it('comes back when the server cut it off, or does not answer, and says when', async () => {
    vi.useFakeTimers();
    try {
      const { socket, stream } = open();
      socket.emit('connect');
      await vi.advanceTimersByTimeAsync(0);
      socket.send(event(1));
      socket.emit('disconnect', 'io server disconnect');
      const since = Date.now();
      expect(stream.getSnapshot().offline).toEqual({ sinceMs: since, retryAtMs: since + 500 });
      await vi.advanceTimersByTimeAsync(500);
      expect(socket.connects).toBe(1);
      expect(stream.getSnapshot().offline).toEqual({ sinceMs: since, retryAtMs: null });
      socket.emit('connect_error', new Error('refused'));
      expect(stream.getSnapshot().offline).toEqual({ sinceMs: since, retryAtMs: since + 1_500 });
      stream.retryNow();
      expect(socket.connects).toBe(2);
      socket.reply = 'silence';
      socket.emit('connect');
      await vi.advanceTimersByTimeAsync(600);
      expect(socket.connects).toBe(3);
      socket.reply = { ok: true };
      socket.emit('connect');
      await vi.advanceTimersByTimeAsync(0);
      expect(stream.getSnapshot()).toMatchObject({ connection: 'live', offline: null });
    } finally {
      vi.useRealTimers();
    }
  });

  it('starts over where the server was started anew, and keeps its steps till they are read', async () => {
    const { socket, stream, paint } = await connected();
    socket.send(event(1), event(2));
    paint();
    socket.emit('disconnect', 'transport close');
    socket.emit('connect');
    await vi.waitFor(() => expect(stream.getSnapshot().connection).toBe('live'));
    socket.sendIn('e2', { ...event(2), step: step(3) } as LiveEvent);
    paint();
    expect(stream.getSnapshot()).toMatchObject({ epoch: 'e2', lastSeq: 2, missing: true });
    expect(stream.getSnapshot().steps.map(({ seq }) => seq)).toEqual([1, 2, 3]);
    stream.fill([step(1), step(2), step(3)]);
    expect(stream.getSnapshot().missing).toBe(false);
  });

  it('says that the session is gone, and stays so', async () => {
    const { socket, stream } = open();
    socket.reply = { ok: false, code: 'not_found', message: 'No such session is live' };
    socket.emit('connect');
    await vi.waitFor(() => expect(stream.getSnapshot().connection).toBe('gone'));
    socket.emit('disconnect', 'io client disconnect');
    expect(stream.getSnapshot().connection).toBe('gone');
  });

  it('takes what was read over REST where events are missing', async () => {
    const { socket, stream, paint } = await connected();
    socket.send(event(3));
    paint();
    expect(stream.getSnapshot().missing).toBe(true);
    stream.fill([step(1), step(2), step(3)]);
    expect(stream.getSnapshot()).toMatchObject({ missing: false });
    expect(stream.getSnapshot().steps.map(({ seq }) => seq)).toEqual([1, 2, 3]);
  });

  it('ignores what it cannot read, and events of other sessions', async () => {
    const { socket, changes, paint } = await connected();
    socket.emit('events', { sessionId: 's', epoch: 'e1', events: [{ seq: 'x' }] }, () => {});
    socket.emit('events', { sessionId: 'other', epoch: 'e1', events: [event(1)] }, () => {});
    paint();
    expect(changes).not.toHaveBeenCalled();
  });
});
