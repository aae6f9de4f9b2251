import type { FilterList } from '../../../lib/domain/filter-query/index.ts';
import { CLEAN, percent, type ScenarioEntry, UNCHECKED } from './entries.ts';
import { FINDING_KINDS } from './finding-kinds.ts';

export const HEALTH_VALUES: readonly string[] = [...FINDING_KINDS.map(({ slug }) => slug), CLEAN, UNCHECKED];

/** What can be asked of the list of scenarios. Values of packs and categories are those that occur. */
export function scenarioList(entries: readonly ScenarioEntry[]): FilterList<ScenarioEntry> {
  return {
    fields: [
      { kind: 'text', name: 'name', read: ({ scenario }) => `${scenario.key} ${scenario.name}` },
      { kind: 'number', name: 'tools', read: ({ scenario }) => scenario.toolCount },
      { kind: 'number', name: 'tables', read: ({ scenario }) => scenario.tableCount },
      { kind: 'number', name: 'tasks', read: ({ scenario }) => scenario.tasks.length },
      {
        kind: 'choice',
        name: 'verifier',
        values: ['code', 'sql', 'none'],
        read: ({ scenario }) => verifierKinds(scenario.verifiers),
      },
      { kind: 'choice', name: 'health', values: HEALTH_VALUES, read: ({ health }) => health },
      { kind: 'choice', name: 'runs', values: RUN_VALUES, read: (entry) => [runsOf(entry)] },
      { kind: 'number', name: 'pass.human', read: ({ human }) => percent(human) },
      { kind: 'number', name: 'pass.agent', read: ({ agent }) => percent(agent) },
      {
        kind: 'text',
        name: 'category',
        read: ({ scenario }) => scenario.category ?? '',
        known: distinct(entries.map(({ scenario }) => scenario.category)),
      },
      {
        kind: 'text',
        name: 'pack',
        read: ({ scenario }) => scenario.pack,
        known: distinct(entries.map(({ scenario }) => scenario.pack)),
      },
    ],
    sorts: [
      { name: 'name', read: ({ scenario }) => scenario.key },
      { name: 'tools', read: ({ scenario }) => scenario.toolCount },
      { name: 'tables', read: ({ scenario }) => scenario.tableCount },
      { name: 'pass.human', read: ({ human }) => percent(human) },
      { name: 'pass.agent', read: ({ agent }) => percent(agent) },
      { name: 'last-run', read: ({ lastRunMs }) => lastRunMs },
      { name: 'findings', read: ({ scenario }) => scenario.findings?.items.length ?? null },
    ],
    text: ({ haystack }) => haystack,
    title: ({ id }) => id,
  };
}

export const RUN_VALUES = ['all', 'some', 'none'] as const;

function runsOf({ played, tasks }: ScenarioEntry): string {
  if (played === 0) return 'none';
  return played >= tasks.length ? 'all' : 'some';
}

function verifierKinds(verifiers: readonly { readonly code: boolean; readonly sql: boolean }[]): string[] {
  const kinds = (['code', 'sql'] as const).filter((kind) => verifiers.some((verifier) => verifier[kind]));
  return kinds.length === 0 ? ['none'] : kinds;
}

export function distinct(values: readonly (string | null)[]): readonly string[] {
  return [...new Set(values)].filter((value) => value !== null).sort();
}
