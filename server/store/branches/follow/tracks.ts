import { join } from 'node:path';
import { AppError } from '../../../../lib/contracts/errors.ts';
import { answerForm, matchAnswers, type MaskedAnswer } from '../../../../lib/domain/compare/index.ts';
import { Blobs } from '../../blobs.ts';
import { Catalog } from '../../catalog.ts';
import { LiveFileReader } from '../../live-file.ts';
import { columnRules, sha256 } from '../../normalise-episode.ts';
import { Snapshots } from '../../snapshots.ts';
import type { FollowOutcome, FollowTask } from './tasks.ts';
import { Track } from './track.ts';

const MAX_FILE_BYTES = 32 << 20;
/** Two runs are replayed at once; their probes and what was never closed besides. */
const MAX_TRACKS = 32;

interface Followed {
  readonly n: number;
  /** Where its steps have no times of their own: when they were made. */
  readonly window: { readonly startMs: number; readonly endMs: number } | null;
  readonly track: Track;
}

/** The tracks that are followed, by their numbers. Reads the catalog only. */
export class Tracks {
  readonly #catalog: Catalog;
  readonly #snapshots: Snapshots;
  readonly #files = new LiveFileReader(MAX_FILE_BYTES);
  /** Those opened first come first. */
  readonly #tracks = new Map<number, Followed>();

  constructor(homeDir: string) {
    this.#catalog = new Catalog(join(homeDir, 'catalog.db'), { readonly: true });
    this.#snapshots = new Snapshots(this.#catalog, new Blobs(homeDir, this.#catalog));
  }

  answer(task: FollowTask): FollowOutcome {
    switch (task.kind) {
      case 'open':
        this.#tracks.set(task.track, this.#open(task.episodeId));
        if (this.#tracks.size > MAX_TRACKS) this.#tracks.delete(this.#tracks.keys().next().value ?? -1);
        return { kind: 'done' };
      case 'close':
        this.#tracks.delete(task.track);
        return { kind: 'done' };
      case 'recorded':
        return { kind: 'state', state: this.#recorded(this.#known(task.track), task.seq) };
      case 'live': {
        const { track } = this.#known(task.track);
        const read = this.#files.read(task.dbPath);
        const bytes = read.kind === 'read' ? Buffer.from(read.bytes) : null;
        const state = track.advance(task, bytes);
        return { kind: 'state', state: bytes === null ? null : state };
      }
      case 'match':
        return { kind: 'match', match: matchAnswers(this.#masked(task.a), this.#masked(task.b)) };
      case 'form':
        return { kind: 'form', hash: sha256(answerForm(this.#masked(task.of))) };
    }
  }

  /** @throws AppError not_found where its first state is not kept */
  #open(episodeId: string): Followed {
    const query = this.#catalog.query.selectFrom('episodes').selectAll().where('id', '=', episodeId);
    const episode = this.#catalog.get(query);
    if (episode === undefined) throw new AppError('not_found', `There is no episode ${episodeId}`);
    const track = new Track({
      scenarioHash: episode.scenario_hash,
      rules: columnRules(this.#catalog, episode.scenario),
      base: this.#snapshots.rebuild(episode.base_hash).bytes,
      baseHash: episode.base_hash,
      baseNormalised: episode.base_normalised,
    });
    const { clock_from: startMs, clock_to: endMs } = episode;
    return { n: episode.n, window: startMs === null || endMs === null ? null : { startMs, endMs }, track };
  }

  #recorded({ n, window, track }: Followed, seq: number) {
    const query = this.#catalog.query
      .selectFrom('steps')
      .select(['arguments', 'started_at', 'duration', 'db_after', 'normalised', 'wrote', 'problem'])
      .where('episode', '=', n)
      .where('seq', '=', seq);
    const step = this.#catalog.get(query);
    if (step === undefined) throw new AppError('not_found', `There is no step ${String(seq)}`);
    const { state, bytes } = this.#kept(step.db_after);
    const followed = track.advance(
      {
        startMs: window?.startMs ?? step.started_at,
        endMs: window?.endMs ?? step.started_at + step.duration,
        argumentsJson: step.arguments,
      },
      bytes,
    );
    // What was recorded is not what the session had.
    if (step.problem !== null && step.wrote === 0) return null;
    return { hash: state, normalised: step.normalised ?? followed.normalised };
  }

  #kept(hash: string): { readonly state: string; readonly bytes: Buffer | null } {
    try {
      return { state: hash, bytes: this.#snapshots.rebuild(hash).bytes };
    } catch {
      return { state: hash, bytes: null };
    }
  }

  #masked({ track, text }: { readonly track: number; readonly text: string }): MaskedAnswer {
    return { text, masks: this.#known(track).track.masks() };
  }

  #known(track: number): Followed {
    const found = this.#tracks.get(track);
    if (found === undefined)
      throw new AppError('deadline_exceeded', 'Its states took too long to read; replay the run again.');
    return found;
  }
}
