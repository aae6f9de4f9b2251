import { AppError } from '../../../../lib/contracts/errors.ts';
import type { AnswerMatch } from '../../../../lib/domain/compare/index.ts';
import { WorkerPool } from '../../worker-pool.ts';
import type { FollowedAnswer, RunFollower, RunTrack } from '../types.ts';
import { followReplySchema, type FollowOutcome, type FollowTask } from './tasks.ts';

/** `RunFollower` over one worker thread, which holds all tracks. */
export class Follower implements RunFollower, AsyncDisposable {
  readonly #pool: WorkerPool<FollowTask, FollowOutcome>;
  #tracks = 0;

  constructor(homeDir: string) {
    this.#pool = new WorkerPool({
      script: new URL('./follow-worker.ts', import.meta.url),
      homeDir,
      // Tracks live in it.
      workers: 1,
      queue: 200,
      deadlineMs: 30_000,
      heapMb: 1024,
      parse: (message) => followReplySchema.parse(message),
      words: {
        busy: 'Many runs are replayed; try again when some are through.',
        late: (seconds) => `A state could not be read within ${String(seconds)} s`,
        failed: 'Reading a state failed',
      },
    });
  }

  async open(episodeId: string): Promise<RunTrack> {
    const track = ++this.#tracks;
    await this.#ask({ kind: 'open', track, episodeId });
    return {
      id: track,
      recorded: (seq) => this.#state({ kind: 'recorded', track, seq }),
      live: (file) => this.#state({ kind: 'live', track, ...file }),
      [Symbol.asyncDispose]: async () => {
        await this.#ask({ kind: 'close', track }).catch(() => undefined);
      },
    };
  }

  async match(a: FollowedAnswer, b: FollowedAnswer): Promise<AnswerMatch> {
    if (a.text === b.text) return 'same';
    const outcome = await this.#ask({ kind: 'match', a: plain(a), b: plain(b) });
    return outcome.kind === 'match' ? outcome.match : nonsense();
  }

  async form(of: FollowedAnswer): Promise<string> {
    const outcome = await this.#ask({ kind: 'form', of: plain(of) });
    return outcome.kind === 'form' ? outcome.hash : nonsense();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#pool[Symbol.asyncDispose]();
  }

  async #state(task: FollowTask) {
    const outcome = await this.#ask(task);
    return outcome.kind === 'state' ? outcome.state : nonsense();
  }

  async #ask(task: FollowTask): Promise<FollowOutcome> {
    const outcome = await this.#pool.run(task);
    if (outcome.kind === 'error') throw new AppError(outcome.code, outcome.message);
    return outcome;
  }
}

function plain({ track, text }: FollowedAnswer) {
  return { track: track.id, text };
}

function nonsense(): never {
  throw new AppError('internal', 'The worker answered something else than was asked.');
}
