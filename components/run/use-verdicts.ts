import { useQuery } from '@tanstack/react-query';
import { t } from './messages.ts';
import { runRowQuery } from '../../lib/client/queries/run.ts';
import type { RunRow } from '../../lib/contracts/runs.ts';
import type { Episode } from '../../lib/contracts/rest-schemas.ts';

interface Said {
  readonly name: string;
  readonly verdict: string | null;
  /** The verdict in other words than the wire’s. */
  readonly words?: string;
}

interface Verdicts {
  readonly reward: number | null;
  readonly items: readonly Said[];
}

/** Who says what of a run's end: the verifiers then, today's, and people. What nobody said is left out. */
export function useVerdicts(episode: Episode): Verdicts {
  const { data: row } = useQuery(runRowQuery(episode.id));
  const { reward } = episode;
  if (row === undefined || (row.code === null && row.sql === null)) {
    const said: Said[] = [{ name: t('run.verdict'), verdict: episode.verdict }, labelled(row?.label ?? null)];
    return { reward, items: said.filter(({ verdict }, index) => index === 0 || verdict !== null) };
  }
  const items: Said[] = [
    { name: t('run.code'), verdict: row.code },
    { name: t('run.sql'), verdict: row.sql },
    { name: t('run.today'), verdict: row.regraded === row.code ? null : row.regraded },
    labelled(row.label),
  ];
  return { reward, items: items.filter(({ verdict }) => verdict !== null) };
}

function labelled(label: RunRow['label']): Said {
  const name = t('run.human');
  return label === null ? { name, verdict: null } : { name, verdict: label, words: t(`run.label.${label}`) };
}
