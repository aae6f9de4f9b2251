import { asksForAnswer, asksForChange } from '../../../lib/domain/audits/asks-for-answer.ts';
import type { AuditEvidence } from '../../../lib/contracts/audits.ts';
import type { GoldPlay } from './play-gold.ts';
import type { MadeUpStates } from './made-up-states.ts';
import { shown } from './name-findings.ts';
import { readFindings } from './read-findings.ts';
import type { AuditCase, FindingDraft, TaskVerifier } from './types.ts';
import { judge, type Verdict } from './verifier-runs.ts';

/** An answer that says nothing of any task. */
const SAYS_NOTHING = 'Done. The task has been completed successfully.';
/** Mixed states that a verifier must call complete, all of them, before it is said to look at none. */
const MIXED = 12;
const BUGS: ReadonlySet<string> = new Set([
  'NameError',
  'UnboundLocalError',
  'ImportError',
  'ModuleNotFoundError',
  'SyntaxError',
  'IndentationError',
  'sqlite3.OperationalError',
]);

interface Tried {
  readonly audit: AuditCase;
  readonly subject: TaskVerifier;
  readonly states: MadeUpStates;
  /** Undefined: the pack has no solution of the task, or it does not play. */
  readonly gold: GoldPlay | undefined;
  readonly verifier: AuditEvidence;
}

/**
 * What is wrong with a code verifier: what its text proves, and what it says of the untouched database, of states that no
 * app would leave, and of the gold solution's end, with no answer, with answers that say nothing and with the right one.
 */
export async function auditCodeVerifier(
  audit: AuditCase,
  subject: TaskVerifier,
  states: MadeUpStates,
  gold: GoldPlay | undefined,
): Promise<FindingDraft[]> {
  const { facts, taskIdx } = subject;
  const verifier: AuditEvidence = { kind: 'verifier', taskIdx, mode: 'code', line: facts.line };
  const tried: Tried = { audit, subject, states, gold, verifier };
  const untouched = audit.prepared.templateDb;
  const seed = await judge(audit, subject, untouched, '');
  const found = readFindings(subject);
  if (seed.word === 'failed') found.push(failedOnUntouched(tried, seed));
  if (seed.hung) return found;
  const other = await repeated(audit, subject, seed);
  if (other !== undefined)
    found.push({
      code: 'nondeterministic',
      severity: 'error',
      taskIdx,
      message: `The verifier of task ${String(taskIdx)} says ${seed.word} and ${other.word} of the same databases and answer.`,
      source: 'executed',
      evidence: [verifier],
    });
  found.push(...neverComplete(tried, seed), ...(await trivialPasses(tried, seed)));
  if (seed.word === 'complete') found.push(...(await vacuous(tried)));
  else found.push(...(await trustsAnswer(tried)));
  found.push(...(await againstGold(tried)));
  if (seed.word === 'failed') found.push(...(await alwaysRaises(tried, seed)));
  return found;
}

/** Another verdict of the same databases and answer, where one comes. */
async function repeated(
  audit: AuditCase,
  subject: TaskVerifier,
  seed: Verdict,
): Promise<Verdict | undefined> {
  for (let time = 0; time < (subject.facts.drawsLots ? 12 : 1); time += 1) {
    const again = await judge(audit, subject, audit.prepared.templateDb, '');
    if (again.hung) return undefined;
    if (again.word !== seed.word) return again;
  }
  return undefined;
}

/** The verdict hangs on nothing that a run changes: neither the final database nor the answer. */
function neverComplete({ subject: { taskIdx, facts }, verifier }: Tried, seed: Verdict): FindingDraft[] {
  if (
    seed.word !== 'others' ||
    facts.readsFinal ||
    facts.usesAnswer ||
    facts.drawsLots ||
    !facts.saysComplete
  )
    return [];
  return [
    {
      code: 'unsatisfiable_verifier',
      severity: 'error',
      taskIdx,
      key: 'unread',
      message: `The verifier of task ${String(taskIdx)} looks neither at the final database nor at the answer, and is not complete.`,
      source: 'executed',
      evidence: [verifier],
    },
  ];
}

function failedOnUntouched({ subject: { taskIdx, facts }, verifier }: Tried, seed: Verdict): FindingDraft {
  const line = seed.line ?? facts.line;
  const ends = seed.hung ? 'does not end on' : 'fails on';
  return {
    code: 'verifier_failed',
    severity: seed.hung ? 'error' : 'warning',
    taskIdx,
    message: `The verifier of task ${String(taskIdx)} ${ends} the untouched database: ${seed.failure.slice(0, 500)}.`,
    source: 'executed',
    evidence: [{ ...verifier, line } as AuditEvidence],
  };
}

/** Complete of the untouched database, with the least of the answers that gets it there. */
async function trivialPasses(tried: Tried, seed: Verdict): Promise<FindingDraft[]> {
  const { audit, subject, verifier } = tried;
  const draft = (how: string, answer: string): FindingDraft[] => [
    {
      code: 'trivial_verifier',
      severity: 'error',
      taskIdx: subject.taskIdx,
      message: `The verifier of task ${String(subject.taskIdx)} says complete of the untouched database ${how}.`,
      source: 'executed',
      evidence: [verifier, shown('answer', answer)],
    },
  ];
  if (seed.word === 'complete') return draft('with an empty answer', '');
  if (!subject.facts.usesAnswer) return [];
  for (const [how, answer] of [
    ['with an answer that says nothing', SAYS_NOTHING],
    ['with the task’s own text as the answer', subject.task],
  ] as const) {
    const verdict = await judge(audit, subject, audit.prepared.templateDb, answer);
    if (verdict.word === 'complete') return draft(how, answer);
  }
  return [];
}

/** Complete of every state that could be thought of, without an answer. */
async function vacuous({ audit, subject, states, gold, verifier }: Tried): Promise<FindingDraft[]> {
  if ((await judge(audit, subject, await states.empty(), '')).word !== 'complete') return [];
  const others = [
    ...(await states.mixed(subject.facts.constants, MIXED)),
    ...(gold === undefined ? [] : [gold.finalDb]),
  ];
  if (!(await completeOfAll(audit, subject, others, ''))) return [];
  return [
    {
      code: 'vacuous_verifier',
      severity: 'error',
      taskIdx: subject.taskIdx,
      message: `The verifier of task ${String(subject.taskIdx)} says complete whatever the final database holds (${String(others.length + 2)} different ones were tried).`,
      source: 'executed',
      evidence: [verifier],
    },
  ];
}

async function completeOfAll(
  audit: AuditCase,
  subject: TaskVerifier,
  finalDbs: readonly string[],
  answer: string,
): Promise<boolean> {
  for (const finalDb of finalDbs)
    if ((await judge(audit, subject, finalDb, answer)).word !== 'complete') return false;
  return true;
}

/** Not complete without an answer, complete with one, whatever the final database holds. */
async function trustsAnswer({ audit, subject, states, gold, verifier }: Tried): Promise<FindingDraft[]> {
  const { facts, taskIdx } = subject;
  if (!facts.function || !facts.takesAnswer || !facts.usesAnswer || !facts.saysComplete) return [];
  const draft = (how: string, source: FindingDraft['source'], evidence: readonly AuditEvidence[]) => [
    {
      code: 'trusts_answer' as const,
      severity: 'error' as const,
      taskIdx,
      message: `The verdict of task ${String(taskIdx)} turns on the answer alone: ${how}.`,
      source,
      evidence,
    },
  ];
  if (!facts.readsFinal && !facts.readsInitial)
    return draft('the verifier does not look at either database', 'static', [verifier]);
  // What is only asked may be checked against the initial database.
  if (!facts.readsFinal && asksForChange(subject.task))
    return draft('the verifier does not look at the final database', 'static', [verifier]);
  const stuffed = facts.constants.map(String).join(' ');
  for (const answer of new Set([SAYS_NOTHING, subject.task, stuffed, gold?.finalAnswer ?? ''])) {
    if (answer === '') continue;
    if ((await judge(audit, subject, await states.empty(), answer)).word !== 'complete') continue;
    const others = [audit.prepared.templateDb, ...(await states.mixed(facts.constants, MIXED))];
    if (await completeOfAll(audit, subject, others, answer))
      return draft(
        `with one and the same answer it is complete whatever the final database holds (${String(others.length + 1)} different ones were tried)`,
        'executed',
        [verifier, shown('answer', answer)],
      );
  }
  return [];
}

async function againstGold({ audit, subject, gold, verifier }: Tried): Promise<FindingDraft[]> {
  if (gold === undefined) return [];
  const { taskIdx, facts } = subject;
  const verdict = await judge(audit, subject, gold.finalDb, gold.finalAnswer ?? '');
  if (verdict.word !== 'complete')
    return [
      {
        code: 'unsatisfiable_verifier',
        severity: 'error',
        taskIdx,
        key: 'gold',
        message: `The verifier of task ${String(taskIdx)} refuses the pack’s own solution${verdict.word === 'failed' ? `: ${verdict.failure.slice(0, 300)}` : ''}.`,
        source: 'executed',
        evidence: [
          verdict.line === null ? verifier : ({ ...verifier, line: verdict.line } as AuditEvidence),
          shown('answer', gold.finalAnswer ?? ''),
        ],
      },
    ];
  if (gold.finalAnswer === null || !facts.usesAnswer || !asksForAnswer(subject.task)) return [];
  for (const [answer, how] of [
    ['', 'without one'],
    [SAYS_NOTHING, 'with one that says nothing'],
  ] as const) {
    if ((await judge(audit, subject, gold.finalDb, answer)).word !== 'complete') continue;
    return [
      {
        code: 'ignores_answer',
        severity: 'error',
        taskIdx,
        message: `Task ${String(taskIdx)} asks for an answer, and its verifier says complete of the solution’s end ${how}.`,
        source: 'executed',
        evidence: [verifier, shown('answer', answer)],
      },
    ];
  }
  return [];
}

/** A fault of the code on every state that was tried, the solution's end among them where there is one. */
async function alwaysRaises(
  { audit, subject, states, gold, verifier }: Tried,
  seed: Verdict,
): Promise<FindingDraft[]> {
  if (seed.raised === null || !BUGS.has(seed.raised)) return [];
  const answer = gold?.finalAnswer ?? SAYS_NOTHING;
  const others = [
    await states.empty(),
    ...(await states.mixed(subject.facts.constants, 4)),
    ...(gold === undefined ? [] : [gold.finalDb]),
  ];
  for (const finalDb of others) {
    const verdict = await judge(audit, subject, finalDb, answer);
    if (verdict.raised !== seed.raised) return [];
  }
  return [
    {
      code: 'unsatisfiable_verifier',
      severity: 'error',
      taskIdx: subject.taskIdx,
      key: 'raises',
      message: `The verifier of task ${String(subject.taskIdx)} raises ${seed.raised} whatever it is given: ${seed.failure.slice(0, 300)}.`,
      source: 'executed',
      evidence: [{ ...verifier, line: seed.line ?? subject.facts.line } as AuditEvidence],
    },
  ];
}
