import type { ReactNode } from 'react';
import { compareHref, runHref, shortRunId } from '../../../lib/client/run-links.ts';
import type { PairAction, PairSide, ProvenPair } from '../../../lib/contracts/annotation/pairs.ts';
import { NavLink } from '../../layout/nav-link.tsx';
import { t } from './messages.ts';

/** Pairs with both actions, both verdicts, and what they are proven by. */
export function PairTable({ pairs }: { readonly pairs: readonly ProvenPair[] }): ReactNode {
  return (
    <div tabIndex={0} role="group" aria-label={t('training.pairs')} className="max-h-96 overflow-auto">
      <table className="w-full border-collapse">
        <thead>
          <tr className="border-line border-b text-left text-text-2">
            {(['task', 'shared', 'chosen', 'rejected'] as const).map((name) => (
              <th key={name} className="py-1 pr-3 font-medium">
                {t(`training.${name}`)}
              </th>
            ))}
            <th>
              <span className="sr-only">{t('training.compare')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {pairs.map((pair) => (
            <tr
              key={`${pair.chosen.run} ${pair.rejected.run} ${pair.prefixHash}`}
              className="border-line border-b align-top"
            >
              <td className="py-1 pr-3 whitespace-nowrap">
                {pair.scenario} {pair.taskIdx}
              </td>
              <td className="pr-3 text-right font-mono">{pair.prefix}</td>
              <td className="max-w-96 pr-3">
                <Side side={pair.chosen} />
              </td>
              <td className="max-w-96 pr-3">
                <Side side={pair.rejected} />
              </td>
              <td className="text-right">
                <NavLink href={compareHref([pair.chosen.run, pair.rejected.run])} className="text-accent">
                  {t('training.compare')}
                </NavLink>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Side({ side }: { readonly side: PairSide }): ReactNode {
  const { action, run, verdict, verifierHash, label, passed, runs } = side;
  return (
    <div className="flex flex-col gap-0.5">
      <Action action={action} />
      <span className="text-text-2 text-xs">
        <NavLink href={runHref(run, null, action.seq)} className="font-mono text-accent">
          {shortRunId(run)}
        </NavLink>{' '}
        {verdict}
        {label === null ? '' : ` / ${label}`} · {t('training.passedOf', { passed, runs })}
        {verifierHash === null ? '' : ` · ${t('training.verifierOf', { hash: verifierHash.slice(0, 8) })}`}
      </span>
    </div>
  );
}

export function Action({ action }: { readonly action: PairAction }): ReactNode {
  return (
    <code className="font-mono text-xs wrap-anywhere">
      {action.kind === 'end' ? t('training.ends') : action.toolName} {action.argumentsJson}
    </code>
  );
}
