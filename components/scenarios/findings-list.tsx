import type { ReactNode } from 'react';
import { t } from '../../lib/client/messages/index.ts';
import type { Scenario } from '../../lib/contracts/rest.ts';
import { Badge } from '../ui/badge.tsx';

/** Many findings of one kind make a long list: it is folded beyond this. */
const OPEN_LIMIT = 6;

export function FindingsList({ findings }: { readonly findings: Scenario['findings'] }): ReactNode {
  if (findings === null) return <p className="text-sm text-text-2">{t('scenario.notChecked')}</p>;
  if (findings.items.length === 0) {
    return (
      <p className="text-ok text-sm">
        <span aria-hidden="true">✓ </span>
        {t('scenario.clean')}
      </p>
    );
  }
  return (
    <details open={findings.items.length <= OPEN_LIMIT} className="text-sm">
      <summary className="text-warn">
        <span aria-hidden="true">! </span>
        {t('scenarios.findings', { count: findings.items.length })}
      </summary>
      <ul className="mt-1 flex flex-col gap-1">
        {findings.items.map((finding, index) => (
          <li key={index} className="flex items-start gap-2">
            <Badge tone="warn">{finding.code}</Badge>
            <span className="min-w-0 text-text-2 wrap-anywhere">{finding.message}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
