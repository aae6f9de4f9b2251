import { describe, expect, it } from 'vitest';
import { placeFloating } from './place-floating.ts';

const view = { width: 400, height: 300 };
const size = { width: 100, height: 50 };

describe('placeFloating', () => {
  it('stands on the wanted side, centred', () => {
    const anchor = { left: 150, top: 100, width: 40, height: 20 };
    expect(placeFloating({ anchor, size, view, side: 'top', align: 'center', gap: 4 })).toEqual({
      left: 120,
      top: 46,
      side: 'top',
    });
  });

  it('turns over where the other side has more room', () => {
    const anchor = { left: 150, top: 10, width: 40, height: 20 };
    expect(placeFloating({ anchor, size, view, side: 'top', align: 'start', gap: 4 })).toEqual({
      left: 150,
      top: 34,
      side: 'bottom',
    });
  });

  it('stays on the roomier side and in the window where it fits nowhere', () => {
    const anchor = { left: 380, top: 200, width: 40, height: 20 };
    const tall = { width: 100, height: 290 };
    const placed = placeFloating({ anchor, size: tall, view, side: 'bottom', align: 'start', gap: 4 });
    expect(placed).toEqual({ left: 292, top: 8, side: 'top' });
  });
});
