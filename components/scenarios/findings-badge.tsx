import type { ReactNode } from 'react';
import { t } from '../../lib/client/messages/index.ts';
import type { Scenario } from '../../lib/contracts/rest.ts';
import { Badge } from '../ui/badge.tsx';

export function FindingsBadge({ findings }: { readonly findings: Scenario['findings'] }): ReactNode {
  if (findings === null) return <span className="text-text-2 text-xs">{t('scenarios.notChecked')}</span>;
  if (findings.items.length === 0) {
    return (
      <Badge tone="ok" glyph="✓">
        {t('scenarios.clean')}
      </Badge>
    );
  }
  return (
    <Badge tone="warn" glyph="!">
      {t('scenarios.findings', { count: findings.items.length })}
    </Badge>
  );
}
