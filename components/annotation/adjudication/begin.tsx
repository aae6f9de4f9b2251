import type { ReactNode } from 'react';
import { useKey, useKeyLabel } from '../../../lib/client/keys/index.ts';
import type { Disagreement } from '../../../lib/contracts/annotation/adjudication.ts';
import { Button } from '../../ui/button.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { t } from './messages.ts';
import { rowsText } from './row-names.ts';

/** What a person would take next: what they have in hand already, else the first that nobody decided. */
export function firstToTake(rows: readonly Disagreement[]): Disagreement | undefined {
  const free = rows.filter(({ state, cannot }) => cannot === null && state !== 'decided' && state !== 'held');
  const states = ['open', 'skipped', 'waiting'];
  return (
    free.find(({ inHand }) => inHand) ??
    free.toSorted((a, b) => states.indexOf(a.state) - states.indexOf(b.state))[0]
  );
}

interface BeginProps {
  readonly item: Disagreement;
  readonly onBegin: () => void;
}

/** Looking at the list takes nothing in hand; beginning does. */
export function Begin({ item, onBegin }: BeginProps): ReactNode {
  const key = useKeyLabel('adjudicate.next');
  useKey('adjudicate.next', onBegin);
  useKey('adjudicate.decide', onBegin);
  const { scenario, taskIdx, rows, inHand } = item;
  return (
    <section
      aria-label={t('adjudication.toBegin')}
      className="m-auto flex max-w-md flex-col items-center gap-2 p-6 text-center"
    >
      <h2 className="font-semibold">
        {scenario},{' '}
        {taskIdx === null ? t('adjudication.taskless') : t('adjudication.task', { index: taskIdx })}
      </h2>
      <p className="text-text-2">{t('adjudication.differIn', { rows: rowsText(rows) })}</p>
      <p className="text-text-2">{t(inHand ? 'adjudication.goOnWhy' : 'adjudication.beginWhy')}</p>
      <Button variant="primary" aria-keyshortcuts={key?.aria} onClick={onBegin}>
        {t(inHand ? 'adjudication.goOn' : 'adjudication.begin')}
        {key === null ? null : <Kbd>{key.shown}</Kbd>}
      </Button>
    </section>
  );
}
