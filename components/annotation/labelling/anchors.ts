import type { Anchor } from '../../../lib/contracts/annotation/label-doc.ts';
import type { ItemSession } from './item-session.ts';
import { t } from './messages.ts';
import { cite } from './model/acts.ts';

/** What an anchor is called. */
export function placeName(anchor: Anchor): string {
  switch (anchor.on) {
    case 'run':
      return t('labelling.onRun');
    case 'step':
      return t('labelling.onStep', { step: anchor.seq });
    case 'path':
      return t('labelling.onPath', { step: anchor.seq, path: anchor.pointer === '' ? '/' : anchor.pointer });
    case 'cell':
      return t('labelling.onCell', {
        step: anchor.seq,
        table: anchor.table,
        key: anchor.key,
        column: anchor.column ?? '',
      });
  }
}

/** Asks for a comment on a place. */
export function commentOn({ view }: ItemSession, anchor: Anchor): void {
  view.setState({ dialog: { kind: 'comment', anchor } });
}

/** Puts a place and what stands there into the rationale; of a pair, with the run that it is in. */
export function citePlace({ label, sides, view }: ItemSession, text: string): void {
  const run = view.getState().side === 0 ? t('labelling.runA') : t('labelling.runB');
  const place = sides.length > 1 ? `${run}, ${text}` : text;
  label.act(
    (doc) => cite(doc, place),
    () => t('labelling.cited', { place }),
  );
}
