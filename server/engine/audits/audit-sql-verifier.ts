import type { GoldPlay } from './play-gold.ts';
import type { MadeUpStates } from './made-up-states.ts';
import { readFindings } from './read-findings.ts';
import type { AuditCase, FindingDraft, TaskVerifier } from './types.ts';
import { evidenceOf } from './verifier-runs.ts';

const MIXED = 6;

/**
 * What is wrong with an SQL verifier. Its judge is not asked: evidence that is the same of every final database tells the
 * judge nothing, whoever it is.
 */
export async function auditSqlVerifier(
  audit: AuditCase,
  subject: TaskVerifier,
  states: MadeUpStates,
  gold: GoldPlay | undefined,
): Promise<FindingDraft[]> {
  const found = readFindings(subject);
  if (!subject.facts.function) return found;
  const untouched = await evidenceOf(audit, subject, audit.prepared.templateDb);
  if (untouched === null) return found;
  let tried = 1;
  for (const made of [
    () => (gold === undefined ? [] : [gold.finalDb]),
    async () => [await states.empty()],
    () => states.mixed(subject.facts.constants, MIXED),
  ])
    for (const finalDb of await made()) {
      tried++;
      if ((await evidenceOf(audit, subject, finalDb)) !== untouched) return found;
    }
  return [
    ...found,
    {
      code: 'vacuous_verifier',
      severity: 'error',
      taskIdx: subject.taskIdx,
      key: 'sql',
      message: `The SQL verifier of task ${String(subject.taskIdx)} gives the same evidence whatever the final database holds (${String(tried)} different ones were tried).`,
      source: 'executed',
      evidence: [{ kind: 'verifier', taskIdx: subject.taskIdx, mode: 'sql', line: subject.facts.line }],
    },
  ];
}
