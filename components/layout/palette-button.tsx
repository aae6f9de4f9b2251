'use client';

import type { ReactNode } from 'react';
import { useKeyLabel } from '../../lib/client/keys/index.ts';
import { t } from '../../lib/client/messages/index.ts';
import { openPalette } from '../palette/open-palette.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { preloadPalette } from './commands.tsx';

/** Opens the palette; on narrow screens an icon alone. */
export function PaletteButton(): ReactNode {
  const key = useKeyLabel('palette');
  return (
    <Button
      variant="ghost"
      title={t('palette.title')}
      aria-keyshortcuts={key?.aria}
      aria-haspopup="dialog"
      onPointerEnter={preloadPalette}
      onFocus={preloadPalette}
      onClick={() => openPalette()}
      className="max-md:w-control max-md:p-0"
    >
      <Icon name="search" className="md:hidden" />
      <span className="max-md:sr-only">{t('keys.palette')}</span>
      {key === null ? null : (
        <span aria-hidden="true" className="max-md:hidden">
          <Kbd>{key.shown}</Kbd>
        </span>
      )}
    </Button>
  );
}
