import { SingleBar } from 'cli-progress';
import type { PullEvent } from '../dataset/hub-pull.ts';
import { formatBytes, formatSeconds } from './format-bytes.ts';
import type { CliIo } from './io.ts';

export interface PullProgress {
  show(event: PullEvent): void;
  end(): void;
}

/** Speed over the last seconds, so that the time left follows the network and a resumed start does not distort it. */
export class Speed {
  readonly #windowMs = 10_000;
  readonly #points: { readonly at: number; readonly bytes: number }[] = [];

  add(at: number, bytes: number): void {
    this.#points.push({ at, bytes });
    while ((this.#points[0]?.at ?? at) < at - this.#windowMs) this.#points.shift();
  }

  /** Bytes per second; 0 while unknown. */
  get(): number {
    const first = this.#points[0];
    const last = this.#points.at(-1);
    if (first === undefined || last === undefined || last.at <= first.at) return 0;
    return ((last.bytes - first.bytes) * 1000) / (last.at - first.at);
  }
}

/** A bar with bytes, speed and time left on a terminal; a line per file and tenth elsewhere. */
export function createPullProgress(io: CliIo, now: () => number = () => performance.now()): PullProgress {
  return io.stderr.isTTY === true ? createBar(io, now) : createLines(io);
}

function waiting(event: Extract<PullEvent, { kind: 'retry' }>): string {
  return `${event.reason}; next attempt in ${(event.waitMs / 1000).toFixed(1)} s`;
}

function createLines(io: CliIo): PullProgress {
  const line = (text: string): void => {
    io.stderr.write(`${text}\n`);
  };
  let total = 0;
  let shown = 0;
  return {
    show: (event) => {
      switch (event.kind) {
        case 'resolved':
          total = event.bytes;
          line(`commit ${event.commit}: ${event.files.length} files, ${formatBytes(event.bytes)}`);
          break;
        case 'kept':
          line(`${event.path}: already there (${formatBytes(event.size)})`);
          break;
        case 'started':
          line(
            `${event.path}: ${formatBytes(event.size)}${event.from > 0 ? `, going on at ${formatBytes(event.from)}` : ''}`,
          );
          break;
        case 'bytes': {
          const tenth = Math.floor((10 * event.total) / Math.max(1, total));
          if (tenth > shown && tenth < 10)
            line(`${tenth}0 % (${formatBytes(event.total)} of ${formatBytes(total)})`);
          shown = Math.max(shown, tenth);
          break;
        }
        case 'checked':
          line(`${event.path}: checksum right`);
          break;
        case 'retry':
          line(waiting(event));
          break;
        default:
          event satisfies never;
      }
    },
    end: () => undefined,
  };
}

function createBar(io: CliIo, now: () => number): PullProgress {
  const speed = new Speed();
  let total = 0;
  let done = 0;
  let note = '';
  const bar = new SingleBar({
    stream: io.stderr,
    hideCursor: true,
    clearOnComplete: false,
    stopOnComplete: false,
    fps: 10,
    format: '{bar} {percentage}%  {done} of {all}  {speed}  {left}  {note}',
    barCompleteChar: '█',
    barIncompleteChar: '░',
    barsize: 24,
  });
  const payload = (): Record<string, string> => {
    const rate = speed.get();
    return {
      done: formatBytes(done),
      all: formatBytes(total),
      speed: rate > 0 ? `${formatBytes(rate)}/s` : '',
      left: rate > 0 ? `${formatSeconds((total - done) / rate)} left` : '',
      note,
    };
  };
  const draw = (): void => {
    bar.update(done, payload());
  };
  return {
    show: (event) => {
      switch (event.kind) {
        case 'resolved':
          total = event.bytes;
          bar.start(total, 0, payload());
          break;
        case 'kept':
          done += event.size;
          break;
        case 'started':
          note = event.path;
          break;
        case 'bytes':
          done = event.total;
          speed.add(now(), done);
          if (note !== event.path) note = event.path;
          break;
        case 'checked':
          note = `${event.path} checked`;
          break;
        case 'retry':
          note = waiting(event);
          break;
        default:
          event satisfies never;
      }
      if (event.kind !== 'resolved') draw();
    },
    end: () => {
      bar.stop();
    },
  };
}
