'use client';

import { useSearchParams } from 'next/navigation';
import type { AgreementLook, RatedLook } from '../../../lib/client/queries/agreement.ts';
import { BREAKDOWNS, type Breakdown } from '../../../lib/contracts/annotation/agreement.ts';
import { pushUrl } from '../../layout/url-link.tsx';

const WHICH = ['disagree', 'agree', 'all'] as const;
const LIMIT = 50;

/** What the page looks at: the address is its state. */
export interface Look {
  readonly look: AgreementLook;
  readonly measure: string;
  readonly by: Breakdown;
  readonly first: string | null;
  readonly second: string | null;
  readonly person: string | null;
  readonly value: string | null;
  readonly against: string | null;
  readonly rated: RatedLook;
  /** Another state of the page, which Back undoes; null takes a parameter away. */
  readonly set: (change: Readonly<Record<string, string | null>>) => void;
}

export function useLook(): Look {
  const search = useSearchParams();
  const text = (name: string): string | null => search.get(name);
  const tolerance = Math.min(50, Math.max(0, Number.parseInt(text('k') ?? '1', 10) || 0));
  const version = Number.parseInt(text('version') ?? '', 10);
  const [first, second] = [text('first'), text('second')];
  const [value, against] = [text('value'), text('against')];
  return {
    look: {
      tolerance,
      ...(text('queue') !== null && { queue: text('queue') ?? '' }),
      ...(text('scenario') !== null && { scenario: text('scenario') ?? '' }),
      ...(version > 0 && { version }),
    },
    measure: text('measure') ?? 'outcome',
    by: BREAKDOWNS.find((by) => by === text('by')) ?? 'pair',
    first,
    second,
    person: text('person'),
    value,
    against,
    rated: {
      which: value === null ? (WHICH.find((which) => which === text('which')) ?? 'disagree') : 'all',
      limit: Math.min(200, Number.parseInt(text('limit') ?? '', 10) || LIMIT),
      ...(first !== null && { first }),
      ...(second !== null && { second }),
      ...(value !== null && { value }),
      ...(against !== null && { against }),
    },
    set: pushUrl,
  };
}
