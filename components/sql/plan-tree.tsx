import type { ReactNode } from 'react';
import { t } from './messages.ts';
import type { SqlAnswer } from '../../lib/contracts/evidence.ts';

type Plan = Extract<SqlAnswer, { kind: 'plan' }>['plan'];

/** EXPLAIN QUERY PLAN as nested lines. A full scan of a table is what makes a query slow: it stands out. */
export function PlanTree({ plan }: { readonly plan: Plan }): ReactNode {
  const ids = new Set(plan.map(({ id }) => id));
  return (
    <div className="min-h-0 flex-1 overflow-auto p-3" tabIndex={0} role="region" aria-label={t('sql.plan')}>
      <Nodes plan={plan} nodes={plan.filter(({ parent }) => !ids.has(parent))} />
    </div>
  );
}

function Nodes({ plan, nodes }: { readonly plan: Plan; readonly nodes: Plan }): ReactNode {
  return (
    <ul className="font-mono text-sm leading-5 [&_ul]:ml-1.5 [&_ul]:border-line-strong [&_ul]:border-l [&_ul]:pl-3">
      {nodes.map((node) => (
        <li key={node.id}>
          <span className={/^SCAN\b/.test(node.detail) ? 'font-semibold text-warn' : ''}>{node.detail}</span>
          <Children plan={plan} of={node.id} />
        </li>
      ))}
    </ul>
  );
}

function Children({ plan, of }: { readonly plan: Plan; readonly of: number }): ReactNode {
  const nodes = plan.filter((node) => node.parent === of && node.id !== of);
  return nodes.length === 0 ? null : <Nodes plan={plan} nodes={nodes} />;
}
