'use client';

import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { useKey } from '../../lib/client/keys/index.ts';
import { t } from '../../lib/client/messages/index.ts';
import { usePaletteItems } from '../palette/items.ts';
import { closePalette, openedPalette, openPalette, subscribePalette } from '../palette/open-palette.ts';
import { TypeAhead } from '../palette/type-ahead.tsx';
import { createLazyPart } from '../ui/lazy-part.ts';
import { LoadFailed } from './load-failed.tsx';

const palette = createLazyPart(async () => (await import('../palette/palette-dialog.tsx')).PaletteDialog);
const sheet = createLazyPart(async () => (await import('./key-sheet.tsx')).KeySheet);

export const preloadPalette = palette.preload;

/** The palette and the sheet of keys, on every page. */
export function Commands(): ReactNode {
  const offered = useSyncExternalStore(subscribePalette, openedPalette, () => null);
  const [sheetOpen, setSheetOpen] = useState(false);
  const palettePart = palette.usePart(offered !== null);
  const sheetPart = sheet.usePart(sheetOpen);
  useKey('palette', openPalette);
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
      {offered !== null && palettePart.state === 'waiting' ? <TypeAhead /> : null}
      {offered !== null && palettePart.state === 'ready' ? (
        <palettePart.part offered={offered} onClose={closePalette} />
      ) : null}
      {offered !== null && palettePart.state === 'failed' ? (
        <LoadFailed what={t('palette.title')} onRetry={palettePart.retry} onClose={closePalette} />
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
