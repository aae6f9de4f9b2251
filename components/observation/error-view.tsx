'use client';

import type { ReactNode } from 'react';
import { formatReward } from '../../lib/client/format.ts';
import { t } from './messages.ts';
import type { LiveStep } from '../../lib/contracts/live.ts';
import { ERROR_RULES, FORMAT_ERRORS, matchError } from '../../lib/domain/error-rules.ts';
import { JsonText } from '../json-view/index.ts';
import { cx } from '../ui/cx.ts';

/** A tool's error as it came, and why it was classed and rewarded as it was. */
export function ErrorView({ step, error }: { readonly step: LiveStep; readonly error: string }): ReactNode {
  const { rule, word } = matchError(error);
  const byText = ERROR_RULES[rule]?.rewardType === step.rewardType;
  return (
    <div
      tabIndex={0}
      role="group"
      aria-label={t('steps.error')}
      className="min-h-0 flex-1 overflow-y-auto pb-3 focus-visible:-outline-offset-2"
    >
      <div className="px-3 py-2.5">
        {step.arguments === null || step.arguments.text === '{}' ? null : (
          <p className="font-mono text-sm text-text-2 wrap-anywhere">{step.arguments.text}</p>
        )}
        <Marked text={error} word={byText ? word : null} />
      </div>
      {step.kind === 'call_tool' && step.rewardType !== null ? (
        <Why step={step} rule={rule} word={word} byText={byText} />
      ) : null}
    </div>
  );
}

/** The text with the word that made the rule match. */
function Marked({ text, word }: { readonly text: string; readonly word: string | null }): ReactNode {
  const at = word === null ? -1 : text.toLowerCase().indexOf(word);
  if (word === null || at === -1) return <JsonText text={text} />;
  return (
    <p className="font-mono text-sm leading-[18px] whitespace-pre-wrap wrap-anywhere">
      {text.slice(0, at)}
      <mark className="rounded-[2px] bg-mod-soft text-mod">{text.slice(at, at + word.length)}</mark>
      {text.slice(at + word.length)}
    </p>
  );
}

interface WhyProps {
  readonly step: LiveStep;
  readonly rule: number;
  readonly word: string | null;
  readonly byText: boolean;
}

function Why({ step, rule, word, byText }: WhyProps): ReactNode {
  const { httpStatus, rewardType } = step;
  const misleading = byText && word !== null && httpStatus !== null;
  return (
    <>
      {byText && !misleading ? null : (
        <p className="on-tint mx-3 mb-3 rounded-1 bg-warn-soft px-3 py-2.5 text-sm leading-[18px]">
          {misleading ? (
            <>
              <b className="font-semibold text-warn">
                <span aria-hidden="true">! </span>
                {t(
                  rewardType === 'tool_not_found' ? 'observation.scoredMissing' : 'observation.scoredByText',
                )}
              </b>{' '}
              {t('observation.scoredWhy', { word, rule: rule + 1, status: httpStatus })}
            </>
          ) : (
            t('observation.scoredByStatus')
          )}
        </p>
      )}
      <table className="w-full border-line border-t text-sm">
        <thead>
          <tr className="border-line border-b text-left text-text-3 text-xs">
            <th scope="col" className="w-7">
              <span className="sr-only">{t('observation.matches')}</span>
            </th>
            <th scope="col" className="h-6 font-normal">
              {t('observation.rulesTitle')}
            </th>
            <th scope="col" className="px-2 font-normal">
              {t('observation.rulesClass')}
            </th>
            <th scope="col" className="pr-3 text-right font-normal">
              {t('observation.rulesReward')}
            </th>
          </tr>
        </thead>
        <tbody>
          {ERROR_RULES.map((one, index) => {
            const hit = byText && index === rule;
            return (
              <tr key={one.rewardType} className={cx('border-line border-b', hit && 'on-tint bg-err-soft')}>
                <td className="pl-3 font-bold text-err">
                  {hit ? (
                    <>
                      <span aria-hidden="true">✕</span>
                      <span className="sr-only">{t('observation.matches')}</span>
                    </>
                  ) : null}
                </td>
                <td className="h-[26px] py-0.5">
                  <span className={hit ? 'mr-2 font-semibold' : 'mr-2'}>{index + 1}</span>
                  {one.words.length === 0
                    ? t('observation.anythingElse')
                    : one.words.map((text) => `“${text}”`).join(', ')}
                </td>
                <td className="px-2 font-mono">{one.rewardType}</td>
                <td className={cx('pr-3 text-right font-mono', hit && 'font-semibold text-err')}>
                  {rewardFor(one.rewardType, hit ? step.reward : null)}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </>
  );
}

/** What was given; for the other rules what they give by default. */
function rewardFor(rewardType: string, given: number | null): string {
  return formatReward(given ?? (FORMAT_ERRORS.has(rewardType) ? -1 : 0));
}
