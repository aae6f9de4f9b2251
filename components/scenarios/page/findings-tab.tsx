import type { ReactNode } from 'react';
import { formatAbsolute } from '../../../lib/client/format.ts';
import { t } from './messages.ts';
import type { Scenario } from '../../../lib/contracts/rest.ts';
import { Badge } from '../../ui/badge.tsx';
import { EvidenceLinks } from '../findings/evidence-links.tsx';
import { FINDING_KINDS, type Finding, type FindingKind } from '../model/finding-kinds.ts';

/** Everything that the check found, by kind: what it is, why it matters, what to do, where to look. */
export function FindingsTab({ scenario }: { readonly scenario: Scenario }): ReactNode {
  const { findings } = scenario;
  if (findings === null) return <p className="p-4 text-sm text-text-2">{t('scenario.notChecked')}</p>;
  const checked = t('findings.checkedAt', { time: formatAbsolute(findings.checkedAtMs) });
  if (findings.items.length === 0) {
    return (
      <div className="flex flex-col gap-1 p-4 text-sm">
        <p>
          <Badge tone="ok" glyph="✓">
            {t('findings.clean')}
          </Badge>
        </p>
        <p className="max-w-[80ch] text-text-2">
          {t('findings.cleanLong')} {checked}
        </p>
      </div>
    );
  }
  return (
    <div className="min-h-0 flex-1 overflow-y-auto p-4">
      <p className="pb-3 text-sm text-text-2">{checked}</p>
      <div className="flex max-w-[110ch] flex-col gap-5">
        {FINDING_KINDS.map((kind) => {
          const items = findings.items.filter(({ code }) => code === kind.code);
          return items.length === 0 ? null : (
            <Kind key={kind.code} scenarioKey={scenario.key} kind={kind} items={items} />
          );
        })}
      </div>
    </div>
  );
}

interface KindProps {
  readonly scenarioKey: string;
  readonly kind: FindingKind;
  readonly items: readonly Finding[];
}

function Kind({ scenarioKey, kind, items }: KindProps): ReactNode {
  const id = `finding-${kind.slug}`;
  return (
    <section aria-labelledby={id} className="flex flex-col gap-1.5 text-sm">
      <h3 id={id} className="flex items-center gap-2 font-semibold text-md">
        <Badge tone={kind.tone} glyph={kind.glyph}>
          {items.length}
        </Badge>
        {t(`findings.${kind.code}.name`)}
      </h3>
      <p>{t(`findings.${kind.code}.what`)}</p>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-text-2">
        <dt className="font-medium">{t('findings.why')}</dt>
        <dd>{t(`findings.${kind.code}.why`)}</dd>
        <dt className="font-medium">{t('findings.todo')}</dt>
        <dd>{t(`findings.${kind.code}.todo`)}</dd>
      </dl>
      <ul className="flex flex-col divide-y divide-line border-line border-y">
        {items.map((finding, index) => (
          <li key={index} className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 py-1.5">
            <span className="min-w-0 flex-1 basis-60 wrap-anywhere">{finding.message}</span>
            <EvidenceLinks scenarioKey={scenarioKey} finding={finding} />
          </li>
        ))}
      </ul>
    </section>
  );
}
