import type { ReactNode } from 'react';
import type { LiveStep } from '../../lib/contracts/live.ts';
import { effectOf } from '../../lib/domain/step-effect.ts';
import { Badge, type Tone } from '../ui/badge.tsx';

interface Look {
  readonly tone: Tone;
  readonly glyph?: string;
}

/** The step's reward type, as the wire names it. */
export function RewardBadge({ step }: { readonly step: LiveStep }): ReactNode {
  if (step.rewardType === null) return null;
  const { tone, glyph } = lookOf(step.rewardType, effectOf(step) === 'error');
  return (
    <Badge tone={tone} {...(glyph === undefined ? {} : { glyph })}>
      {step.rewardType}
    </Badge>
  );
}

function lookOf(rewardType: string, failed: boolean): Look {
  if (failed) return { tone: 'err', glyph: '✕' };
  switch (rewardType) {
    case 'complete':
    case 'tool_call_ok':
      return { tone: 'ok', glyph: '✓' };
    case 'incomplete':
    case 'agent_error':
      return { tone: 'warn', glyph: '!' };
    case 'others':
      return { tone: 'err', glyph: '✕' };
    default:
      return { tone: 'plain' };
  }
}
