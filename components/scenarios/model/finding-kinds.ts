import type { Scenario } from '../../../lib/contracts/rest.ts';

type Finding = NonNullable<Scenario['findings']>['items'][number];

export type FindingTone = 'warn' | 'err' | 'info';

export interface FindingKind {
  /** Of the check (server/host/types.ts). */
  readonly code: FindingCode;
  /** As it is typed in a filter. */
  readonly slug: string;
  readonly glyph: string;
  readonly tone: FindingTone;
}

export type FindingCode =
  | 'import_failed'
  | 'seed_error'
  | 'shadowed_route'
  | 'uncallable_tool'
  | 'trivial_verifier'
  | 'verifier_failed'
  | 'mutable_state'
  | 'nondeterministic'
  | 'reads_clock';

/** In the order in which people look at them. */
export const FINDING_KINDS: readonly FindingKind[] = [
  { code: 'import_failed', slug: 'does-not-start', glyph: '✕', tone: 'err' },
  { code: 'seed_error', slug: 'seed-error', glyph: '±', tone: 'err' },
  { code: 'shadowed_route', slug: 'shadowed', glyph: '❐', tone: 'info' },
  { code: 'uncallable_tool', slug: 'uncallable', glyph: '⊘', tone: 'err' },
  { code: 'trivial_verifier', slug: 'trivial-pass', glyph: '∅', tone: 'warn' },
  { code: 'verifier_failed', slug: 'verifier-failed', glyph: '≠', tone: 'err' },
  { code: 'mutable_state', slug: 'mutable-state', glyph: '↻', tone: 'warn' },
  { code: 'nondeterministic', slug: 'nondeterministic', glyph: '⚄', tone: 'warn' },
  { code: 'reads_clock', slug: 'reads-clock', glyph: '◷', tone: 'info' },
];

const BY_CODE = new Map(FINDING_KINDS.map((kind) => [kind.code as string, kind]));
const BY_SLUG = new Map(FINDING_KINDS.map((kind) => [kind.slug, kind]));

export function kindOf(code: string): FindingKind | undefined {
  return BY_CODE.get(code);
}

export function kindBySlug(slug: string): FindingKind | undefined {
  return BY_SLUG.get(slug);
}

/** The task that a finding is about; null where it is about the whole scenario. */
export function taskOf(finding: Finding): number | null {
  const index = finding.details?.['task_idx'];
  return typeof index === 'number' ? index : null;
}

/** What a detail of a finding says, where it is a text. */
export function detailOf(finding: Finding, name: string): string | null {
  const value = finding.details?.[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

export type { Finding };
