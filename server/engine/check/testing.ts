import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../../lib/contracts/errors.ts';
import type { ScenarioSource } from '../../dataset/types.ts';
import type { Finding, Host, PreparedScenario, VerifierOutcome, VerifierRun } from '../../host/types.ts';
import type { KeptCheck, Store } from '../../store/types.ts';

/** Stand-ins for the host and the store at their ports. */

export interface FakeHost extends Pick<Host, 'prepare' | 'verify' | 'check' | 'stats'> {
  sessions: number;
  readonly checked: string[];
  readonly runs: VerifierRun[];
  released: number;
  /** Called when a check of a scenario begins; what it returns is awaited before the answer. */
  onCheck: (key: string, signal: AbortSignal | undefined) => Promise<void>;
}

export interface FakeHostOptions {
  readonly dir: string;
  readonly prepared?: Partial<Pick<PreparedScenario, 'findings' | 'seedErrors'>>;
  readonly probed?: readonly Finding[];
  readonly outcome?: (run: VerifierRun) => VerifierOutcome;
  readonly broken?: readonly string[];
}

export async function createFakeHost(options: FakeHostOptions): Promise<FakeHost> {
  const [initialDb, templateDb] = [join(options.dir, 'i.db'), join(options.dir, 't.db')];
  await writeFile(initialDb, 'initial');
  await writeFile(templateDb, 'template');
  const host: FakeHost = {
    sessions: 0,
    checked: [],
    runs: [],
    released: 0,
    onCheck: () => Promise.resolve(),
    prepare: (source) => {
      if (options.broken?.includes(source.key) === true) {
        return Promise.reject(new AppError('scenario_broken', `${source.key}: SyntaxError`));
      }
      return Promise.resolve(prepared(source));
    },
    check: async (source, signal) => {
      host.checked.push(source.key);
      await host.onCheck(source.key, signal);
      return options.probed ?? [];
    },
    verify: (run) => {
      host.runs.push(run);
      const value = { result: 'others' };
      const others: VerifierOutcome = { kind: 'returned', value, stdout: '', ms: 1, readsClock: false };
      return Promise.resolve(options.outcome?.(run) ?? others);
    },
    stats: () => ({ zygotes: 0, sessions: host.sessions, warming: 0 }),
  };
  const prepared = (source: ScenarioSource): PreparedScenario => ({
    key: source.key,
    hash: source.hash,
    tools: [{ name: 't', description: '', inputSchema: {} }],
    toolsJson: '[]',
    operations: new Map(),
    initialDb,
    templateDb,
    sessionsDir: options.dir,
    seedErrors: options.prepared?.seedErrors ?? [],
    stateful: false,
    seedReadsClock: false,
    findings: options.prepared?.findings ?? [],
    timings: {},
    code: source.code,
    release: () => {
      host.released += 1;
    },
  });
  return host;
}

export function createFakeStore(): Pick<Store, 'findings' | 'setFindings'> & { readonly size: () => number } {
  const kept = new Map<string, KeptCheck>();
  return {
    findings: (hash) => kept.get(hash),
    setFindings: (hash, _key, checked) => {
      kept.set(hash, { checkedAtMs: 1, ...checked });
    },
    size: () => kept.size,
  };
}
