'use client';

import type { ReactNode } from 'react';
import { useKeyLabel, type KeyAction } from '../../../../lib/client/keys/index.ts';
import { Kbd } from '../../../ui/kbd.tsx';
import { t } from '../messages.ts';
import { OUTCOME_KEYS } from '../use-label-keys.ts';
import { useItem } from '../use-item.ts';

/** The keys of this screen at a glance; `?` shows all. */
export function KeyBar(): ReactNode {
  const { schema, otherRun } = useItem().assignment;
  const { doc } = schema;
  const pair = otherRun !== null;
  const choices = !pair ? doc.outcomes.length : doc.preference?.allowTie === true ? 3 : 2;
  const last = OUTCOME_KEYS[choices - 1];
  const outcomes: readonly KeyAction[] =
    last === undefined || last === 'label.outcome1' ? ['label.outcome1'] : ['label.outcome1', last];
  return (
    <footer
      aria-label={t('labelling.keysHere')}
      className="flex h-7 shrink-0 items-center gap-3 border-line border-t bg-surface px-3 text-text-2 text-xs whitespace-nowrap pointer-coarse:hidden"
    >
      {/* What has no room is left out whole. */}
      <div className="flex h-full min-w-0 flex-1 flex-wrap gap-x-3 overflow-hidden *:h-full">
        <Keys actions={['label.next', 'label.previous']}>{t('labelling.keyStep')}</Keys>
        {pair ? <Keys actions={['label.otherRun']}>{t('labelling.keyOtherRun')}</Keys> : null}
        {doc.steps === 'off' || pair ? null : (
          <Keys actions={['label.minus', 'label.zero', 'label.plus']}>{t('labelling.keyMarks')} −1 0 +1</Keys>
        )}
        <Keys actions={outcomes}>{t(pair ? 'labelling.keyBetter' : 'labelling.keyOutcome')}</Keys>
        {doc.firstError && !pair ? (
          <Keys actions={['label.firstError']}>{t('labelling.keyError')}</Keys>
        ) : null}
        {doc.confidence.length > 0 ? (
          <Keys actions={['label.confidence']}>{t('labelling.keyConfidence')}</Keys>
        ) : null}
        {doc.tags.length > 0 ? <Keys actions={['label.tag']}>{t('labelling.keyTag')}</Keys> : null}
        {doc.rationale === 'off' ? null : (
          <Keys actions={['label.rationale']}>{t('labelling.keyRationale')}</Keys>
        )}
        <Keys actions={['label.request']}>{t('labelling.keyRequest')}</Keys>
        <Keys actions={['label.drawer']}>{t('labelling.keyDrawer')}</Keys>
        <Keys actions={['label.skip']}>{t('labelling.keySkip')}</Keys>
        <Keys actions={['label.flag']}>{t('labelling.keyFlag')}</Keys>
        <Keys actions={['label.submit']}>{t('labelling.keySubmit')}</Keys>
        <Keys actions={['label.undo']}>{t('labelling.keyUndo')}</Keys>
      </div>
      <Keys actions={['help']}>{t('labelling.keyHelp')}</Keys>
    </footer>
  );
}

function Keys({
  actions,
  children,
}: {
  readonly actions: readonly KeyAction[];
  readonly children: ReactNode;
}): ReactNode {
  return (
    <span className="inline-flex items-center gap-1">
      {actions.map((action) => (
        <Cap key={action} action={action} />
      ))}
      {children}
    </span>
  );
}

function Cap({ action }: { readonly action: KeyAction }): ReactNode {
  const key = useKeyLabel(action);
  return key === null ? null : <Kbd>{key.shown}</Kbd>;
}
