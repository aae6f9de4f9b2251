import { FORMAT_ERRORS } from '../../../lib/domain/error-rules.ts';
import type { PreparedScenario, ProbeAnswer } from '../../host/types.ts';
import { classifyByStatus, classifyByText } from '../rewards.ts';
import { shown } from './name-findings.ts';
import type { FindingDraft } from './types.ts';

/**
 * Answers to probes whose words, by the reference's rule, cost what a format error costs, although the call was well formed:
 * faults of the server (5xx), one finding a tool, and business answers (4xx but 422), one finding a scenario: nearly every
 * app says "not found" somewhere. Runs in which it happened are told tool by tool.
 */
export function auditProbeRewards(
  answers: readonly ProbeAnswer[],
  operations: PreparedScenario['operations'],
): FindingDraft[] {
  const drafts = answers.flatMap((answer) => draftOf(answer, operations));
  const business = drafts.filter(({ code }) => code === 'business_error_punished');
  const faults = drafts.filter(({ code }) => code !== 'business_error_punished');
  const tools = [...new Set(business.map(({ tool }) => tool ?? ''))].sort();
  const [first] = business;
  if (first === undefined) return faults;
  const named = `${tools.slice(0, 3).join(', ')}${tools.length > 3 ? ` and ${String(tools.length - 3)} more` : ''}`;
  const count = `${String(tools.length)} ${tools.length === 1 ? 'tool' : 'tools'} (${named})`;
  return [
    ...faults,
    {
      code: 'business_error_punished',
      severity: 'info',
      key: 'probes',
      message: `Business answers of ${count} are classed as format errors by their words, unless a run asks for classes by status.`,
      source: 'executed',
      // One answer whole, of the others the tool.
      evidence: [...first.evidence, ...tools.map((tool) => ({ kind: 'tool' as const, tool }))],
    },
  ];
}

function draftOf(answer: ProbeAnswer, operations: PreparedScenario['operations']): FindingDraft[] {
  const { tool, status, text } = answer;
  if (status === null || status < 400) return [];
  const draft = misclassed(tool, status, classifyByText(text), classifyByStatus(text, status));
  if (draft === undefined) return [];
  const operation = operations.get(tool);
  const where =
    operation?.line === undefined
      ? []
      : [{ kind: 'source' as const, line: operation.line, endLine: operation.endLine ?? null }];
  const request = shown('request', JSON.stringify(answer.arguments));
  return [
    {
      ...draft,
      source: 'executed',
      evidence: [{ kind: 'tool', tool }, ...where, request, shown('response', text)],
    },
  ];
}

/** Undefined where words and status agree, or where the difference costs nothing. */
export function misclassed(
  tool: string,
  status: number,
  rewardType: string,
  trueClass: string,
): Pick<FindingDraft, 'code' | 'severity' | 'tool' | 'message'> | undefined {
  if (trueClass === 'business_error' && FORMAT_ERRORS.has(rewardType))
    return {
      code: 'business_error_punished',
      severity: 'warning',
      tool,
      message: `A business answer of ${tool} (${String(status)}) is classed ${rewardType} by its words and costs the reward of a format error.`,
    };
  if (trueClass === 'server_error' && (FORMAT_ERRORS.has(rewardType) || rewardType === 'tool_call_ok'))
    return {
      code: 'server_error_misclassed',
      severity: 'error',
      tool,
      message: `A fault of the server in ${tool} (${String(status)}) is classed ${rewardType}, as if the caller had ${rewardType === 'tool_call_ok' ? 'succeeded' : 'made a format error'}.`,
    };
  return undefined;
}
