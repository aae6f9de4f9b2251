import type { ReactNode } from 'react';
import { compareHref, runHref, shortRunId } from '../../../lib/client/run-links.ts';
import type { PairAction, PairSide, ProvenPair } from '../../../lib/contracts/annotation/pairs.ts';
import { NavLink } from '../../layout/nav-link.tsx';
import { t } from './messages.ts';

interface PairTableProps {
  readonly pairs: readonly ProvenPair[];
  /** Of the table, where there is more than one. */
  readonly label?: string;
}

/** Pairs with both actions, both verdicts, and what they are proven by. */
export function PairTable({ pairs, label = t('training.pairs') }: PairTableProps): ReactNode {
  return (
    <div tabIndex={0} role="group" aria-label={label} className="max-h-96 overflow-auto">
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
                <NavLink href={compareAt(pair)} className="text-accent">
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

/** Both runs beside each other, and the difference of the states after the steps in which they part. */
function compareAt({ chosen, rejected }: ProvenPair): string {
  const at = [rejected, chosen].flatMap(({ run, action: { seq } }) =>
    seq === null ? [] : [{ id: run, seq }],
  );
  return compareHref([chosen.run, rejected.run], at.length === 2 ? at : []);
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
        {label === null ? '' : ` / ${t(`runs.labels.${label}`)}`} · {t('training.passedOf', { passed, runs })}
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
