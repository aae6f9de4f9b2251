import { t } from './messages.ts';
import type { LiveSessionInfo } from '../../lib/contracts/live.ts';
import type { SessionView } from './use-session.ts';

interface OtherPage {
  readonly id: string;
  readonly name: string;
}

/** Who acts, as this page has to show it. */
export type ControlState =
  /** A client's session: pages only watch. */
  | { readonly kind: 'client'; readonly client: string; readonly transport: string }
  | {
      readonly kind: 'mine';
      /** The page that asks for control. */
      readonly asking: OtherPage | null;
      readonly askedAtMs: number;
      readonly others: readonly OtherPage[];
    }
  | { readonly kind: 'other'; readonly holder: string; readonly askedAtMs: number | null }
  /** `shared`: other pages watch too. */
  | { readonly kind: 'free'; readonly shared: boolean };

export function controlState(info: LiveSessionInfo, page: string): ControlState {
  if (info.actor !== 'human') return { kind: 'client', client: info.actor, transport: info.transport };
  const { holder, requestedBy, requestedAtMs, pages } = info.control;
  const others = pages
    .filter(({ id, connected }) => id !== page && connected)
    .map(({ id }) => ({ id, name: nameOf(info, id) }));
  if (holder === null) return { kind: 'free', shared: others.length > 0 };
  if (holder === page) {
    const asking = requestedBy === null ? null : { id: requestedBy, name: nameOf(info, requestedBy) };
    return { kind: 'mine', asking, askedAtMs: requestedAtMs ?? 0, others };
  }
  return {
    kind: 'other',
    holder: nameOf(info, holder),
    askedAtMs: requestedBy === page ? requestedAtMs : null,
  };
}

function nameOf({ control }: LiveSessionInfo, id: string): string {
  const number = control.pages.find((page) => page.id === id)?.number;
  return number === undefined ? t('live.control.otherPage') : t('live.control.page', { number });
}

/** Why this page may not act in the session now, of all that the live connection tells; null where it may. */
export function liveBlock({ state, gone, page }: SessionView, info: LiveSessionInfo): string | null {
  if (gone || state.endedBecause !== null) return t('session.goneTitle');
  if (info.done) return t('session.doneTitle');
  if (info.restored?.from === 'nothing' && info.phase === 'ready') return t('live.restored.blocked');
  if (state.offline !== null && state.connection !== 'live') return t('live.offline.blocked');
  const control = controlState(info, page);
  switch (control.kind) {
    case 'client':
      return t('live.control.blockedClient');
    case 'other':
      return t('live.control.blockedOther', { page: control.holder });
    case 'mine':
    case 'free':
      return null;
  }
}
