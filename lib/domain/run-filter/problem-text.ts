import type { FilterProblem } from '../filter-query/types.ts';

const OFFERED = 12;

/** What is wrong with a part of a filter, in English, for those who ask by program. */
export function problemText(problem: FilterProblem): string {
  switch (problem.code) {
    case 'unknown_field':
      return `There is no field ${problem.field}. Fields: ${problem.possible.join(', ')}`;
    case 'unknown_value':
      return `${problem.field} has no value ${problem.value}${offer(problem.possible)}`;
    case 'not_a_number':
      return `${problem.field} takes a number or a range like 10..20, not ${problem.value}`;
    case 'not_comparable':
      return `${problem.field} is compared with “:” only`;
    case 'no_value':
      return `${problem.field} lacks its value${offer(problem.possible)}`;
  }
}

function offer(possible: readonly string[]): string {
  return possible.length === 0 ? '' : `. Possible: ${possible.slice(0, OFFERED).join(', ')}`;
}
