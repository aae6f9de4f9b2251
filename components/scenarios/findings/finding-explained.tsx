import type { ReactNode } from 'react';
import { t } from '../messages.ts';
import { Badge } from '../../ui/badge.tsx';
import { type Finding, kindOf } from '../model/finding-kinds.ts';
import { EvidenceLinks } from './evidence-links.tsx';

/** One finding: what it is, why it matters, what to do, and where it can be looked at. */
export function FindingExplained({
  scenarioKey,
  finding,
}: {
  readonly scenarioKey: string;
  readonly finding: Finding;
}): ReactNode {
  const kind = kindOf(finding.code);
  return (
    <div className="flex flex-col gap-1">
      <p className="wrap-anywhere">
        {kind === undefined ? null : (
          <Badge tone={kind.tone} glyph={kind.glyph} className="mr-2">
            {t(`findings.${kind.code}.name`)}
          </Badge>
        )}
        {finding.message}
      </p>
      {kind === undefined ? null : (
        <p className="text-text-2">
          {t(`findings.${kind.code}.why`)} {t(`findings.${kind.code}.todo`)}
        </p>
      )}
      <EvidenceLinks scenarioKey={scenarioKey} finding={finding} />
    </div>
  );
}
