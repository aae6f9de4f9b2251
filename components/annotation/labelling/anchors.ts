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

/** Puts a place and what stands there into the rationale. */
export function citePlace({ label }: ItemSession, text: string): void {
  label.act(
    (doc) => cite(doc, text),
    () => t('labelling.cited', { place: text }),
  );
}
