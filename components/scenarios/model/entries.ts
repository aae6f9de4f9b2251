import type { TaskStats } from '../../../lib/contracts/evidence.ts';
import type { Scenario } from '../../../lib/contracts/rest.ts';
import type { TaskStatusEntry, TaskStatusName } from '../../../lib/contracts/task-statuses.ts';
import { type Finding, kindOf, taskOf } from './finding-kinds.ts';

/** Runs that count for a rate, and how many of them passed. */
export interface Rate {
  readonly runs: number;
  readonly passes: number;
}

/**
 * What people say of a task; where nobody has said anything, what the check says: `suspect` where a finding is about it,
 * `unchecked` where there was no check.
 */
export type TaskStatus = TaskStatusName | 'unchecked';

export interface TaskEntry {
  /** `<scenario>/<index>` */
  readonly id: string;
  readonly scenario: Scenario;
  readonly index: number;
  readonly text: string;
  readonly verifiers: { readonly code: boolean; readonly sql: boolean };
  readonly status: TaskStatus;
  /** People's word; null where nobody has said anything. */
  readonly said: TaskStatusEntry | null;
  /** About this task. */
  readonly findings: readonly Finding[];
  /** Slugs of `findings`, then of those about its whole scenario. */
  readonly slugs: readonly string[];
  readonly stats: TaskStats | null;
  /** Lower case. */
  readonly haystack: string;
}

export interface ScenarioEntry {
  readonly id: string;
  readonly scenario: Scenario;
  readonly tasks: readonly TaskEntry[];
  /** Slugs with their number, in the order of the kinds; empty where nothing was found or nothing checked. */
  readonly found: readonly { readonly slug: string; readonly count: number }[];
  readonly health: readonly string[];
  readonly human: Rate;
  readonly agent: Rate;
  /** Tasks that anybody ran. */
  readonly played: number;
  readonly lastRunMs: number | null;
  readonly haystack: string;
}

/** Health of a scenario that was checked and found well, and of one that was not checked. */
export const CLEAN = 'clean';
export const UNCHECKED = 'unchecked';

/** Joins what is known of each scenario and each of its tasks: 1,000 of them in a few tens of milliseconds. */
export function makeEntries(
  scenarios: readonly Scenario[],
  stats: readonly TaskStats[],
  statuses: readonly TaskStatusEntry[] = [],
): readonly ScenarioEntry[] {
  const said = new Map(statuses.map((item) => [`${item.scenario}/${String(item.taskIdx)}`, item]));
  const byTask = new Map(stats.map((item) => [`${item.scenario}/${String(item.taskIdx)}`, item]));
  return scenarios.map((scenario) => makeEntry(scenario, byTask, said));
}

function makeEntry(
  scenario: Scenario,
  byTask: ReadonlyMap<string, TaskStats>,
  statuses: ReadonlyMap<string, TaskStatusEntry>,
): ScenarioEntry {
  const findings = scenario.findings?.items ?? [];
  const wide = slugsOf(findings.filter((finding) => taskOf(finding) === null));
  const tasks = scenario.tasks.map((text, index): TaskEntry => {
    const id = `${scenario.key}/${String(index)}`;
    const own = findings.filter((finding) => taskOf(finding) === index);
    // A scenario that does not start cannot be solved, whichever the task.
    const broken = findings.some(({ code }) => code === 'import_failed');
    const said = statuses.get(id) ?? null;
    const found = scenario.findings === null ? 'unchecked' : own.length > 0 || broken ? 'suspect' : 'ok';
    return {
      id,
      scenario,
      index,
      text,
      verifiers: scenario.verifiers[index] ?? { code: false, sql: false },
      status: said?.status ?? found,
      said,
      findings: own,
      slugs: [...new Set([...slugsOf(own), ...wide])],
      stats: byTask.get(id) ?? null,
      haystack: `${scenario.key} ${text}`.toLowerCase(),
    };
  });
  const counts = new Map<string, number>();
  for (const slug of findings.flatMap((finding) => kindOf(finding.code)?.slug ?? [])) {
    counts.set(slug, (counts.get(slug) ?? 0) + 1);
  }
  const run = tasks.flatMap((task) => task.stats ?? []);
  return {
    id: scenario.key,
    scenario,
    tasks,
    found: [...counts].map(([slug, count]) => ({ slug, count })),
    health: scenario.findings === null ? [UNCHECKED] : counts.size === 0 ? [CLEAN] : [...counts.keys()],
    human: sum(run, 'humanRuns', 'humanPasses'),
    agent: sum(run, 'agentRuns', 'agentPasses'),
    played: run.length,
    lastRunMs: run.length === 0 ? null : Math.max(...run.map(({ lastRunMs }) => lastRunMs)),
    haystack: [scenario.key, scenario.name, scenario.description, ...scenario.tasks].join('\n').toLowerCase(),
  };
}

function slugsOf(findings: readonly Finding[]): string[] {
  return [...new Set(findings.flatMap(({ code }) => kindOf(code)?.slug ?? []))];
}

type Counted = 'humanRuns' | 'humanPasses' | 'agentRuns' | 'agentPasses';

function sum(stats: readonly TaskStats[], runs: Counted, passes: Counted): Rate {
  const total = (name: Counted): number => stats.reduce((all, item) => all + item[name], 0);
  return { runs: total(runs), passes: total(passes) };
}

/** 0–100; null where nothing was run. */
export function percent({ runs, passes }: Rate): number | null {
  return runs === 0 ? null : Math.round((passes / runs) * 100);
}

export function humanRate(stats: TaskStats | null): Rate {
  return { runs: stats?.humanRuns ?? 0, passes: stats?.humanPasses ?? 0 };
}

export function agentRate(stats: TaskStats | null): Rate {
  return { runs: stats?.agentRuns ?? 0, passes: stats?.agentPasses ?? 0 };
}
