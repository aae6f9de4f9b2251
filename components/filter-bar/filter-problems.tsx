import type { ReactNode } from 'react';
import { t } from './messages.ts';
import type { FilterProblem } from '../../lib/domain/filter-query/index.ts';

const NAMED = 12;

/** What of the query was not understood, and what would be. Empty while all of it is. */
export function FilterProblems({
  id,
  problems,
}: {
  readonly id: string;
  readonly problems: readonly FilterProblem[];
}): ReactNode {
  return (
    <div id={id} role="status" className={problems.length === 0 ? 'hidden' : undefined}>
      <ul className="on-tint border-line border-b bg-warn-soft px-3 py-1 text-sm">
        {problems.map((problem, index) => (
          <li key={index} className="wrap-anywhere">
            <span aria-hidden="true" className="text-warn">
              !{' '}
            </span>
            {say(problem)}
          </li>
        ))}
      </ul>
    </div>
  );
}

function say(problem: FilterProblem): string {
  switch (problem.code) {
    case 'unknown_field':
      return t('filter.unknownField', { field: problem.field, possible: listed(problem.possible) });
    case 'unknown_value':
      return t('filter.unknownValue', {
        field: problem.field,
        value: problem.value,
        possible: listed(problem.possible),
      });
    case 'not_a_number':
      return t('filter.notANumber', { field: problem.field, value: problem.value });
    case 'not_comparable':
      return t('filter.notComparable', { field: problem.field });
    case 'no_value':
      return problem.possible.length === 0
        ? t('filter.noValue', { field: problem.field })
        : t('filter.noValueOf', { field: problem.field, possible: listed(problem.possible) });
  }
}

function listed(possible: readonly string[]): string {
  const more = possible.length - NAMED;
  const shown = possible.slice(0, NAMED).join(', ');
  return more > 0 ? t('filter.more', { shown, more }) : shown;
}
