import type { ReactNode } from 'react';
import { cx } from './cx.ts';

/** Drawn on a 16 px grid, stroked in the current colour. */
const PATHS = {
  scenarios: 'M2.5 2.5h4.5v4.5h-4.5zM9 2.5h4.5v4.5h-4.5zM2.5 9h4.5v4.5h-4.5zM9 9h4.5v4.5h-4.5z',
  sessions: 'M2 3h12v10H2zM4.5 6l2 2-2 2M8.5 10h3',
  search: 'M11 7a4 4 0 1 1-8 0 4 4 0 0 1 8 0ZM10 10l3.5 3.5',
  down: 'M4 6.5 8 10.5 12 6.5',
  right: 'M6.5 4 10.5 8 6.5 12',
  close: 'm4 4 8 8M12 4l-8 8',
  check: 'm3 8.5 3.2 3.2L13 4.8',
  sun: 'M8 5a3 3 0 1 1 0 6 3 3 0 0 1 0-6ZM8 1.5v1.500M8 13v1.500M1.500 8h1.500M13 8h1.500M3.400 3.400l1 1M11.600 11.600l1 1M3.400 12.600l1-1M11.600 4.400l1-1',
  moon: 'M13 9.700A5.700 5.700 0 0 1 6.300 3a5.700 5.700 0 1 0 6.700 6.700Z',
  contrast: 'M8 2.500a5.500 5.500 0 1 0 0 11 5.500 5.500 0 0 0 0-11ZM8 2.500v11M9.500 4v8M11 4.800v6.400',
  play: 'M5 3.500v9l7-4.500z',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({
  name,
  className,
}: {
  readonly name: IconName;
  readonly className?: string;
}): ReactNode {
  return (
    <svg
      viewBox="0 0 16 16"
      aria-hidden="true"
      className={cx('size-4 shrink-0 fill-none stroke-current stroke-[1.4]', className)}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
