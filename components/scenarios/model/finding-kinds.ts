import type { AuditCode } from '../../../lib/contracts/audits.ts';
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

export type FindingCode = AuditCode;

/** In the order in which people look at them: what checking finds and what an audit finds have the same names. */
export const FINDING_KINDS: readonly FindingKind[] = [
  { code: 'import_failed', slug: 'does-not-start', glyph: '✕', tone: 'err' },
  { code: 'seed_error', slug: 'seed-error', glyph: '±', tone: 'err' },
  { code: 'shadowed_route', slug: 'shadowed', glyph: '❐', tone: 'info' },
  { code: 'uncallable_tool', slug: 'uncallable', glyph: '⊘', tone: 'err' },
  { code: 'trivial_verifier', slug: 'trivial-pass', glyph: '∅', tone: 'warn' },
  { code: 'vacuous_verifier', slug: 'vacuous', glyph: '○', tone: 'err' },
  { code: 'unsatisfiable_verifier', slug: 'unsatisfiable', glyph: '⊥', tone: 'err' },
  { code: 'accepts_unsolved', slug: 'accepts-unsolved', glyph: '≉', tone: 'err' },
  { code: 'trusts_answer', slug: 'trusts-answer', glyph: '“', tone: 'err' },
  { code: 'ignores_answer', slug: 'ignores-answer', glyph: '¬', tone: 'err' },
  { code: 'verifier_failed', slug: 'verifier-failed', glyph: '≠', tone: 'err' },
  { code: 'broken_query', slug: 'broken-query', glyph: '⌀', tone: 'warn' },
  { code: 'verifier_writes', slug: 'verifier-writes', glyph: '●', tone: 'warn' },
  { code: 'verifier_reads_clock', slug: 'verifier-clock', glyph: '◶', tone: 'warn' },
  { code: 'gold_fails', slug: 'gold-fails', glyph: '★', tone: 'err' },
  { code: 'business_error_punished', slug: 'punished-answer', glyph: '−', tone: 'warn' },
  { code: 'server_error_misclassed', slug: 'misclassed-fault', glyph: '!', tone: 'err' },
  { code: 'nondeterministic', slug: 'nondeterministic', glyph: '⚄', tone: 'warn' },
  { code: 'mutable_state', slug: 'mutable-state', glyph: '↻', tone: 'warn' },
  { code: 'reads_clock', slug: 'reads-clock', glyph: '◷', tone: 'info' },
  { code: 'peeked_verdict', slug: 'peeked', glyph: '◆', tone: 'warn' },
  { code: 'duplicate_task', slug: 'duplicate-task', glyph: '=', tone: 'warn' },
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
