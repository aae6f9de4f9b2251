import type { ReactNode } from 'react';
import { t } from '../messages.ts';
import { FindingMark } from '../marks/finding-mark.tsx';
import { type Finding, kindOf } from '../model/finding-kinds.ts';
import { EvidenceLinks } from './evidence-links.tsx';

interface FindingLinesProps {
  readonly scenarioKey: string;
  readonly findings: readonly Finding[];
  /** The rest is named by its number. */
  readonly limit?: number;
}

/** Findings in a line or two each, with links to where they can be looked at. */
export function FindingLines({ scenarioKey, findings, limit = Infinity }: FindingLinesProps): ReactNode {
  const more = findings.length - limit;
  return (
    <>
      <ul className="flex flex-col gap-1.5">
        {findings.slice(0, limit).map((finding, index) => (
          <li key={index} className="flex items-start gap-2">
            <FindingMark slug={kindOf(finding.code)?.slug ?? ''} />
            <span className="flex min-w-0 flex-col">
              <span className="line-clamp-3 wrap-anywhere" title={finding.message}>
                {finding.message}
              </span>
              <EvidenceLinks scenarioKey={scenarioKey} finding={finding} />
            </span>
          </li>
        ))}
      </ul>
      {more > 0 ? <p className="pt-1 text-text-2">{t('findings.more', { count: more })}</p> : null}
    </>
  );
}
