'use client';

import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { useKey } from '../../lib/client/keys/index.ts';
import { t } from '../../lib/client/messages/index.ts';
import { usePaletteItems } from '../palette/items.ts';
import { isPaletteOpen, setPaletteOpen, subscribePalette } from '../palette/open-palette.ts';
import { createLazyPart } from '../ui/lazy-part.ts';
import { LoadFailed } from './load-failed.tsx';

const palette = createLazyPart(async () => (await import('../palette/palette-dialog.tsx')).PaletteDialog);
const sheet = createLazyPart(async () => (await import('./key-sheet.tsx')).KeySheet);

export const preloadPalette = palette.preload;

/** The palette and the sheet of keys, on every page. */
export function Commands(): ReactNode {
  const paletteOpen = useSyncExternalStore(subscribePalette, isPaletteOpen, () => false);
  const [sheetOpen, setSheetOpen] = useState(false);
  const palettePart = palette.usePart(paletteOpen);
  const sheetPart = sheet.usePart(sheetOpen);
  useKey('palette', () => setPaletteOpen(true));
  useKey('help', () => setSheetOpen(true));
  usePaletteItems(() => [
    {
      id: 'keys',
      group: 'actions',
      text: t('keys.title'),
      icon: 'menu',
      action: 'help',
      run: () => setSheetOpen(true),
    },
  ]);
  return (
    <>
      {paletteOpen && palettePart.state === 'ready' ? (
        <palettePart.part onClose={() => setPaletteOpen(false)} />
      ) : null}
      {paletteOpen && palettePart.state === 'failed' ? (
        <LoadFailed
          what={t('palette.title')}
          onRetry={palettePart.retry}
          onClose={() => setPaletteOpen(false)}
        />
      ) : null}
      {sheetOpen && sheetPart.state === 'ready' ? (
        <sheetPart.part onClose={() => setSheetOpen(false)} />
      ) : null}
      {sheetOpen && sheetPart.state === 'failed' ? (
        <LoadFailed what={t('keys.title')} onRetry={sheetPart.retry} onClose={() => setSheetOpen(false)} />
      ) : null}
    </>
  );
}
