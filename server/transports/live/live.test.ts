import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { io, type Socket } from 'socket.io-client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  LIVE_TEXT_LIMIT,
  liveBatchSchema,
  type ClientToServerEvents,
  type LiveEvent,
  type ServerToClientEvents,
  type SubscribeReply,
} from '../../../lib/contracts/live.ts';
import { AppError } from '../../../lib/contracts/errors.ts';
import { Control } from '../../engine/control.ts';
import type { EngineSession, SessionEvent } from '../../engine/types.ts';
import type { StepRecord } from '../../store/types.ts';
import { createLive, type Live } from './live.ts';

type Page = Socket<ServerToClientEvents, ClientToServerEvents>;

/** The part of a session that is watched. */
function createWatched(): EngineSession & { emitStep(observationJson?: string): void; watchers(): number } {
  const events: SessionEvent[] = [];
  const listeners = new Set<(event: SessionEvent) => void>();
  const watched = {
    epoch: 'first',
    info: { actor: 'human' },
    control: new Control({ onChange: () => undefined }),
    watch(afterSeq: number, listener: (event: SessionEvent) => void) {
      for (const event of events) if (event.seq > afterSeq) listener(event);
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    emitStep(observationJson = '{}') {
      const seq = events.length + 1;
      const event: SessionEvent = { seq, kind: 'step', step: { ...STEP, seq, observationJson } };
      events.push(event);
      for (const listener of listeners) listener(event);
    },
    watchers: () => listeners.size,
  };
  return watched as unknown as EngineSession & typeof watched;
}

const STEP: StepRecord = {
  episodeId: 'e',
  seq: 1,
  kind: 'call_tool',
  toolName: 'list_books',
  argumentsJson: '{"limit": 1.0}',
  clientMetadata: null,
  observationJson: '{}',
  rewardType: 'tool_call_ok',
  reward: 0,
  httpMethod: 'GET',
  httpRoute: '/books',
  httpStatus: 200,
  startedAtMs: 1,
  durationMs: 2,
  runtimeMs: 1,
  logStart: 0,
  logEnd: 0,
  logText: null,
  dbBefore: 'a',
  dbAfter: 'a',
  wrote: false,
  problem: null,
  normalisedAfter: null,
  tablesTouched: null,
  reconstructed: false,
};

let live: Live;
let server: Server;
let session: ReturnType<typeof createWatched>;
let allowed: boolean;
const pages: Page[] = [];

beforeEach(() => serve(20_000));

/** A page that has not taken a batch after so long is cut off. */
async function serve(takeTimeoutMs: number): Promise<void> {
  session = createWatched();
  allowed = true;
  live = createLive({
    engine: { session: (id) => (id === 's1' ? session : undefined) },
    guard: () => allowed,
    principal: ({ authorization }) => {
      if (authorization === 'Bearer over') throw new AppError('unauthenticated', 'Your sign-in is over.');
      return { id: '', name: 'x', roles: [], permissions: new Set(), via: 'visitor' };
    },
    takeTimeoutMs,
  });
  server = createServer((request, response) => live.handleRequest(request, response));
  server.on('upgrade', (request, socket, head) => live.handleUpgrade(request, socket, head));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
}

afterEach(stop);

async function stop(): Promise<void> {
  for (const page of pages.splice(0)) page.disconnect();
  await live[Symbol.asyncDispose]();
  server.close();
  await once(server, 'close');
}

function open(transports = ['websocket'], reconnection = false): Page {
  const { port } = server.address() as AddressInfo;
  const page: Page = io(`http://127.0.0.1:${port}`, { transports, reconnection, forceNew: true });
  pages.push(page);
  return page;
}

/** Collects events until there are `count`. */
function collect(page: Page, count: number): Promise<LiveEvent[]> {
  const got: LiveEvent[] = [];
  return new Promise((resolve) => {
    page.on('events', (batch, taken) => {
      got.push(...liveBatchSchema.parse(batch).events);
      taken();
      if (got.length >= count) resolve(got);
    });
  });
}

function subscribe(page: Page, sessionId: string, afterSeq: number): Promise<SubscribeReply> {
  return page.timeout(20_000).emitWithAck('subscribe', { sessionId, afterSeq });
}

describe.each([['websocket'], ['polling']])('live over %s', (transport) => {
  it('replays what came after the given event, then follows', async () => {
    for (let count = 0; count < 3; count += 1) session.emitStep();
    const page = open([transport]);
    const events = collect(page, 3);
    expect(await subscribe(page, 's1', 1)).toEqual({ ok: true });
    session.emitStep();
    expect((await events).map((event) => event.seq)).toEqual([2, 3, 4]);
  });
});

describe('live', () => {
  it('names the session that it does not know, and what it cannot read', async () => {
    const page = open();
    expect(await subscribe(page, 'nobody', 0)).toMatchObject({ ok: false, code: 'not_found' });
    expect(await subscribe(page, 's1', -1)).toMatchObject({ ok: false, code: 'invalid_request' });
  });

  it('cuts long observations and says so', async () => {
    session.emitStep('x'.repeat(LIVE_TEXT_LIMIT + 10));
    const page = open();
    const events = collect(page, 1);
    await subscribe(page, 's1', 0);
    const [event] = await events;
    expect(event).toMatchObject({
      kind: 'step',
      step: { observation: { length: LIVE_TEXT_LIMIT + 10, complete: false } },
    });
  });

  it('gives a slow page everything in order, out of what the session holds', async () => {
    const page = open();
    const total = 1_000;
    const events = collect(page, total);
    await subscribe(page, 's1', 0);
    for (let count = 0; count < total; count += 1) session.emitStep();
    expect((await events).map((event) => event.seq)).toEqual(
      Array.from({ length: total }, (_, at) => at + 1),
    );
  });

  it('cuts off a page that takes nothing, and stops watching for it', async () => {
    await stop();
    await serve(200);
    const page = open();
    page.on('events', () => {});
    await subscribe(page, 's1', 0);
    session.emitStep();
    await new Promise((resolve) => page.once('disconnect', resolve));
    await expect.poll(() => session.watchers()).toBe(0);
  });

  it('stops watching when the page goes or unsubscribes', async () => {
    const page = open();
    await subscribe(page, 's1', 0);
    expect(session.watchers()).toBe(1);
    page.emit('unsubscribe', 's1');
    await expect.poll(() => session.watchers()).toBe(0);
    await subscribe(page, 's1', 0);
    page.disconnect();
    await expect.poll(() => session.watchers()).toBe(0);
  });

  it('refuses whom the guard refuses, and answers what is not its path', async () => {
    allowed = false;
    const page = open();
    await new Promise((resolve) => page.once('connect_error', resolve));
    const { port } = server.address() as AddressInfo;
    const response = await fetch(`http://127.0.0.1:${port}/socket.io`);
    expect(response.status).toBe(404);
  });
});
