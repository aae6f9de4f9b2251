import type { ReactNode } from 'react';
import type { FilterToken } from '../../lib/domain/filter-query/index.ts';
import { cx } from '../ui/cx.ts';

/** The query coloured by its parts, to lie under an input of the same font: every character stays where it is. */
export function FilterHighlight({
  query,
  tokens,
}: {
  readonly query: string;
  readonly tokens: readonly FilterToken[];
}): ReactNode {
  const parts: ReactNode[] = [];
  let at = 0;
  for (const token of tokens) {
    if (token.start > at) parts.push(query.slice(at, token.start));
    parts.push(<Token key={token.start} token={token} />);
    at = token.end;
  }
  parts.push(query.slice(at));
  return parts;
}

function Token({ token }: { readonly token: FilterToken }): ReactNode {
  const { source, field, operator, condition } = token;
  const failed = condition.kind === 'problem';
  const body = cx(
    'rounded-[3px] shadow-[0_0_0_2px_var(--surface-2)] bg-surface-2',
    failed && 'underline decoration-err decoration-wavy underline-offset-2',
  );
  if (field === null || operator === null) return <span className={body}>{source}</span>;
  const valueAt = token.valueStart;
  const sign = token.negated ? 1 : 0;
  return (
    <span className={body}>
      {source.slice(0, sign)}
      <span className="text-code-key">{source.slice(sign, sign + field.length)}</span>
      {source.slice(sign + field.length, valueAt)}
      <span className={condition.kind === 'number' ? 'text-code-number' : 'text-code-string'}>
        {source.slice(valueAt)}
      </span>
    </span>
  );
}
