import { useQuery } from '@tanstack/react-query';
import { t } from './messages.ts';
import { runRowQuery } from '../../lib/client/queries/run.ts';
import type { Episode } from '../../lib/contracts/rest-schemas.ts';

interface Verdicts {
  readonly reward: number | null;
  readonly items: readonly { readonly name: string; readonly verdict: string | null }[];
}

/** Who says what of a run's end: the verifiers then, today's, and people. What nobody said is left out. */
export function useVerdicts(episode: Episode): Verdicts {
  const { data: row } = useQuery(runRowQuery(episode.id));
  const { reward } = episode;
  if (row === undefined || (row.code === null && row.sql === null)) {
    const said = [
      { name: t('run.verdict'), verdict: episode.verdict },
      { name: t('run.human'), verdict: row?.label ?? null },
    ];
    return { reward, items: said.filter(({ verdict }, index) => index === 0 || verdict !== null) };
  }
  const items = [
    { name: t('run.code'), verdict: row.code },
    { name: t('run.sql'), verdict: row.sql },
    { name: t('run.today'), verdict: row.regraded === row.code ? null : row.regraded },
    { name: t('run.human'), verdict: row.label },
  ];
  return { reward, items: items.filter(({ verdict }) => verdict !== null) };
}
