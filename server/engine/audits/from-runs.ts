import type { AuditEvidence, AuditFinding } from '../../../lib/contracts/audits.ts';
import type { ScenarioSummary } from '../../dataset/types.ts';
import type { RunFaults, SeenIn } from '../../store/audits/types.ts';
import { classifyByStatus } from '../rewards.ts';
import { nameFindings } from './name-findings.ts';
import { misclassed } from './reward-audit.ts';
import type { FindingDraft } from './types.ts';

/** What an audit knows of a scenario's tools: those that it has, and those that a probe got a 2xx of. */
export interface KnownTools {
  readonly tools: readonly string[];
  readonly usable: readonly string[];
}

/** What recorded runs say against scenarios that are served, as findings. */
export function fromRuns(
  faults: RunFaults,
  find: (scenario: string) => Pick<ScenarioSummary, 'key' | 'pack' | 'tasks'> | undefined,
  toolsOf: (scenario: string) => KnownTools | undefined,
): AuditFinding[] {
  const drafts = new Map<string, FindingDraft[]>();
  const add = (scenario: string, draft: FindingDraft) => {
    const list = drafts.get(scenario) ?? [];
    list.push(draft);
    drafts.set(scenario, list);
  };
  for (const { scenario, tool, status, rewardType, count, seen } of faults.misclassed) {
    const draft = misclassed(tool, status, rewardType, classifyByStatus('', status));
    if (draft !== undefined)
      add(scenario, {
        ...draft,
        message: `${draft.message.replace(/\.$/, '')} (${times(count)}).`,
        source: 'recorded',
        evidence: [{ kind: 'tool', tool }, ...runs(seen)],
      });
  }
  for (const { scenario, taskIdx, count, seen } of faults.peeked)
    add(scenario, {
      code: 'peeked_verdict',
      severity: 'warning',
      ...(taskIdx !== null && { taskIdx }),
      message: `In ${runsOf(count)} of ${taskIdx === null ? 'the scenario' : `task ${String(taskIdx)}`} an agent asked for its verdict and then went on.`,
      source: 'recorded',
      evidence: runs(seen),
    });
  for (const { scenario, taskIdx, label, count, seen } of faults.disputed) {
    const refused = label === 'complete';
    add(scenario, {
      code: refused ? 'unsatisfiable_verifier' : 'accepts_unsolved',
      severity: 'error',
      taskIdx,
      ...(refused && { key: 'labels' }),
      message: `The verifier of task ${String(taskIdx)} ${refused ? 'refuses' : 'says complete of'} ${runsOf(count)} that people call ${refused ? 'complete' : 'not complete'}.`,
      source: 'recorded',
      evidence: [{ kind: 'verifier', taskIdx, mode: 'code', line: null }, ...runs(seen)],
    });
  }
  for (const { scenario, tool, count, runs: inRuns, seen } of faults.failing) {
    const known = toolsOf(scenario);
    // Where a probe of it succeeded, or it is no tool of the scenario, the callers were wrong.
    if (known === undefined || !known.tools.includes(tool) || known.usable.includes(tool)) continue;
    add(scenario, {
      code: 'uncallable_tool',
      severity: 'warning',
      tool,
      key: 'recorded',
      message: `${tool} has never succeeded: not in ${times(count)} in ${runsOf(inRuns)}, nor when it was probed.`,
      source: 'recorded',
      evidence: [{ kind: 'tool', tool }, ...runs(seen)],
    });
  }
  return [...drafts].flatMap(([scenario, list]) => {
    const summary = find(scenario);
    return summary === undefined ? [] : nameFindings(summary, list);
  });
}

function runs(seen: readonly SeenIn[]): AuditEvidence[] {
  return seen.map(({ run, seq }) => ({ kind: 'run', run, seq }));
}

function runsOf(count: number): string {
  return count === 1 ? 'one run' : `${String(count)} runs`;
}

function times(count: number): string {
  return count === 1 ? 'one call' : `${String(count)} calls`;
}
