import Link from 'next/link';
import type { ReactNode } from 'react';
import { runHref } from '../../../lib/client/run-links.ts';
import type { RunRow } from '../../../lib/contracts/runs.ts';

interface RunLinkProps {
  readonly run: RunRow;
  /** The list's filter and the run's place in it: its page goes on along the list. */
  readonly query: string;
  readonly index: number;
  readonly isCursor: boolean;
  readonly tabIndex: 0 | -1;
  readonly onFollow: () => void;
  readonly onFocus: () => void;
}

/** The run's short name, a link over all of its row. */
export function RunLink({
  run,
  query,
  index,
  isCursor,
  tabIndex,
  onFollow,
  onFocus,
}: RunLinkProps): ReactNode {
  return (
    <Link
      href={runHref(run.id, { q: query, at: index })}
      prefetch={false}
      tabIndex={tabIndex}
      aria-current={isCursor ? 'true' : undefined}
      title={run.id}
      onClick={onFollow}
      onFocus={onFocus}
      className="font-mono text-accent after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus focus-visible:after:-outline-offset-2"
    >
      {run.id.slice(0, 6)}
    </Link>
  );
}
