import { t } from './messages/index.ts';
import type { LiveStep } from '../contracts/live.ts';

/** What a step is called in lists: the tool's name, or what it did. */
export function stepName(step: LiveStep): string {
  switch (step.kind) {
    case 'call_tool':
      return step.toolName ?? '';
    case 'verify':
      return t('steps.verify');
    case 'done':
      return t('steps.done');
    case 'list_tools':
      return t('steps.listTools');
    case 'list_scenarios':
      return t('steps.listScenarios');
  }
}
