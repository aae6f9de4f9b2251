import type { ReactNode } from 'react';
import { cx } from './cx.ts';

/** Drawn on a 16 px grid, stroked in the current colour. */
const PATHS = {
  scenarios: 'M2.5 2.5h4.5v4.5h-4.5zM9 2.5h4.5v4.5h-4.5zM2.5 9h4.5v4.5h-4.5zM9 9h4.5v4.5h-4.5z',
  sessions: 'M2 3h12v10H2zM4.5 6l2 2-2 2M8.5 10h3',
  runs: 'M6 4h8M6 8h8M6 12h8M2.5 4h.5M2.5 8h.5M2.5 12h.5',
  audits: 'M1.500 8.500h3l2-5 3 9 2-4h3',
  human:
    'M10.6 5.300a2.600 2.600 0 1 1-5.200 0 2.600 2.600 0 0 1 5.200 0ZM3 13.500c.6-2.800 2.400-4 5-4s4.400 1.200 5 4',
  agent:
    'M4.300 5h7.400a1.500 1.500 0 0 1 1.500 1.500v5a1.500 1.500 0 0 1-1.500 1.500H4.300a1.500 1.500 0 0 1-1.500-1.500v-5A1.500 1.500 0 0 1 4.300 5ZM8 2v3M6 8.500v1M10 8.500v1',
  pin: 'M6 2.500h4l-.500 4 2 2.500h-7l2-2.500zM8 9v4.500',
  compare:
    'M2.500 3h4.500v10h-4.500zM9 3h4.500v10h-4.500zM4 5.500h1.500M4 8h1.500M10.500 5.500h1.500M10.500 8h1.500',
  annotate: 'M2.500 2.500h5l6 6-5 5-6-6zM5.300 5.300h.010',
  verifiers: 'M8 2l5 1.800v4.200c0 3-2.200 5-5 6-2.800-1-5-3-5-6V3.800zM5.700 8l1.700 1.700 3.100-3.200',
  search: 'M11 7a4 4 0 1 1-8 0 4 4 0 0 1 8 0ZM10 10l3.5 3.5',
  down: 'M4 6.5 8 10.5 12 6.5',
  right: 'M6.5 4 10.5 8 6.5 12',
  close: 'm4 4 8 8M12 4l-8 8',
  check: 'm3 8.5 3.2 3.2L13 4.8',
  sun: 'M8 5a3 3 0 1 1 0 6 3 3 0 0 1 0-6ZM8 1.5v1.500M8 13v1.500M1.500 8h1.500M13 8h1.500M3.400 3.400l1 1M11.600 11.600l1 1M3.400 12.600l1-1M11.600 4.400l1-1',
  moon: 'M13 9.700A5.700 5.700 0 0 1 6.300 3a5.700 5.700 0 1 0 6.700 6.700Z',
  contrast: 'M8 2.500a5.500 5.500 0 1 0 0 11 5.500 5.500 0 0 0 0-11ZM8 2.500v11M9.500 4v8M11 4.800v6.400',
  play: 'M5 3.500v9l7-4.500z',
  left: 'M9.500 4 5.500 8l4 4',
  up: 'M4 9.500 8 5.500l4 4',
  arrowUp: 'M8 13V3M4 7l4-4 4 4',
  arrowDown: 'M8 3v10M4 9l4 4 4-4',
  plus: 'M8 3.500v9M3.500 8h9',
  minus: 'M3.500 8h9',
  more: 'M3.500 8h.010M8 8h.010M12.500 8h.010',
  grip: 'M6 4h.010M10 4h.010M6 8h.010M10 8h.010M6 12h.010M10 12h.010',
  menu: 'M2.500 4.500h11M2.500 8h11M2.500 11.500h11',
  pen: 'm3 13 .7-3.100 7.200-7.200 2.400 2.400-7.200 7.200zM9.500 4.200l2.400 2.400',
  absent: 'M13 8a5 5 0 1 1-10 0 5 5 0 0 1 10 0ZM3.500 13l9-10',
  fork: 'M6 3.500a1.500 1.500 0 1 1-3 0 1.500 1.500 0 0 1 3 0ZM13 3.500a1.500 1.500 0 1 1-3 0 1.500 1.500 0 0 1 3 0ZM6 12.500a1.500 1.500 0 1 1-3 0 1.500 1.500 0 0 1 3 0ZM4.500 5v6M11.500 5c0 3.500-7 2.500-7 5',
  external: 'M6 3.500H3.500v9h9V10M9 3.500h3.500V7M12.500 3.500 7.500 8.500',
  link: 'M6.500 9.500l3-3M7 5l1.500-1.500a2.830 2.830 0 0 1 4 4L11 9M9 11l-1.500 1.500a2.830 2.830 0 0 1-4-4L5 7',
  copy: 'M6 6h7v7H6zM3 10V3h7',
  download: 'M8 3v7.500M4.500 7.500 8 11l3.500-3.500M3 13.500h10',
  calendar: 'M2.500 4h11v9.500h-11zM2.500 7h11M5.500 2.500V5M10.500 2.500V5',
  history: 'M3 8a5 5 0 1 0 1.500-3.500L3 6M3 3v3h3M8 5.500V8l2 1.500',
  settings:
    'M2.500 5h5M10.500 5h3M2.500 11h3M8.500 11h5M10.500 5a1.500 1.500 0 1 1-3 0 1.500 1.500 0 0 1 3 0ZM8.500 11a1.500 1.500 0 1 1-3 0 1.500 1.500 0 0 1 3 0Z',
  table: 'M2.500 3h11v10h-11zM2.500 6.500h11M6.500 6.500V13',
  filter: 'M2.500 3.500h11L9.500 8.500v4l-3 1.500v-5.500z',
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
