'use client';

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatReward } from '../../lib/client/format.ts';
import { t } from './messages.ts';
import { wholeStepQuery } from '../../lib/client/queries/sessions.ts';
import type { LiveStep } from '../../lib/contracts/live.ts';
import { parseLossless } from '../../lib/util/lossless-json.ts';
import { JsonText } from '../json-view/index.ts';
import { VerdictBadge } from '../ui/verdict-badge.tsx';
import { layOutJson } from './lay-out-json.ts';

/** What a `verify` step of the episode answered when it was taken. */
export function OwnVerify({ step }: { readonly step: LiveStep }): ReactNode {
  const { episodeId, seq, observation } = step;
  const whole = useQuery({ ...wholeStepQuery(episodeId, seq), enabled: !observation.complete });
  const json = whole.data?.observationJson ?? observation.text;
  return (
    <section aria-labelledby="own-verify" className="border-line border-b px-3 py-2">
      <h2 id="own-verify" className="flex flex-wrap items-center gap-2 font-semibold text-sm">
        {t('verify.own')}
        {step.rewardType === null ? null : <VerdictBadge verdict={step.rewardType} />}
        {step.reward === null ? null : (
          <span className="font-normal text-text-2">
            {t('steps.reward', { reward: formatReward(step.reward) })}
          </span>
        )}
      </h2>
      <JsonText text={layOutJson(verifyPart(json))} className="mt-1 max-h-60 overflow-y-auto" />
    </section>
  );
}

/** The verifier's own part of an observation, spelled as it is; all of it where that cannot be told. */
function verifyPart(json: string): string {
  try {
    const observation = parseLossless(json);
    const part =
      typeof observation === 'object' && observation !== null && 'verify_result' in observation
        ? observation.verify_result
        : undefined;
    return part === undefined ? json : JSON.stringify(part);
  } catch {
    return json;
  }
}
