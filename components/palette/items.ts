import { useEffect, useEffectEvent } from 'react';
import type { KeyAction } from '../../lib/client/keys/index.ts';
import type { IconName } from '../ui/icon.tsx';

export const PALETTE_GROUPS = ['tools', 'steps', 'tables', 'actions', 'scenarios', 'tasks'] as const;
export type PaletteGroup = (typeof PALETTE_GROUPS)[number];

interface Shown {
  /** Unique among all. */
  readonly id: string;
  readonly group: PaletteGroup;
  /** What is searched first, and shown. */
  readonly text: string;
  /** A name of code. */
  readonly mono?: true;
  /** Searched too. */
  readonly detail?: string;
  readonly icon?: IconName;
  /** Whose key is shown. */
  readonly action?: KeyAction;
}

/** A place to go to, or something to do. `href`: without basePath, or `?…` for another state of this page. */
export type PaletteItem = Shown & ({ readonly href: string } | { readonly run: () => void });

type Read = () => readonly PaletteItem[];

const sources = new Set<Read>();

/** Offers a screen's own places and actions in the palette while it is mounted; read when the palette opens. */
export function usePaletteItems(read: Read): void {
  const onRead = useEffectEvent(read);
  useEffect(() => {
    const source = (): readonly PaletteItem[] => onRead();
    sources.add(source);
    return () => {
      sources.delete(source);
    };
  }, []);
}

/** What the screens offer now. */
export function screenItems(): readonly PaletteItem[] {
  return [...sources].flatMap((read) => read());
}
