import { classifyByText } from '../rewards.ts';
import type { ParsedStep } from './parsed-run.ts';

/** What the reference answers where a call did not come through: its texts are fixed (docs: protocol, Semantics). */
const FAILED =
  /^(?:Error calling |Unknown tool: |Input validation error: |Tool call timed out after |Error executing tool )/;
const STATUS = /^Error calling [\s\S]{0,200}?\. Status code: (\d{3})\. Response: /;

/** Whether a tool's text is an error, where nothing else says so. */
export function readsAsError(text: string): boolean {
  return FAILED.test(text);
}

type Outcome = Pick<ParsedStep, 'observationJson' | 'rewardType' | 'httpStatus'>;

/** An answer as the wire shows it: the class and the status follow from the text. */
export function toolAnswer(toolName: string, success: boolean, text: string | null): Outcome {
  if (success) {
    const observation = { reward_type: 'tool_call_ok', tool_name: toolName, tool_result: text };
    return { observationJson: JSON.stringify(observation), rewardType: 'tool_call_ok', httpStatus: null };
  }
  const rewardType = text === null ? null : classifyByText(text);
  const status = text === null ? null : STATUS.exec(text);
  return {
    observationJson: JSON.stringify({
      ...(rewardType !== null && { reward_type: rewardType }),
      tool_name: toolName,
      error: text,
    }),
    rewardType,
    httpStatus: status === null ? null : Number(status[1]),
  };
}
