'use client';

/** Lists that are remembered, the oldest forgotten. */
const MAX_LISTS = 50;
const offsets = new Map<string, number>();

/** A list is named by its path and its filter; which row is selected does not matter. */
function here(): string {
  const query = new URLSearchParams(window.location.search).get('q') ?? '';
  return `${window.location.pathname}?${query}`;
}

/** How far the list at this address was scrolled, in pixels, for when Back returns to it. */
export const scrolled = {
  read(): number {
    return typeof window === 'undefined' ? 0 : (offsets.get(here()) ?? 0);
  },
  write(offset: number): void {
    offsets.delete(here());
    offsets.set(here(), offset);
    const [oldest] = offsets.keys();
    if (offsets.size > MAX_LISTS && oldest !== undefined) offsets.delete(oldest);
  },
};
