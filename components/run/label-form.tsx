'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { callApi } from '../../lib/client/api.ts';
import { formatAbsolute, formatAgo } from '../../lib/client/format.ts';
import { t } from './messages.ts';
import { labelsQuery, runKeys } from '../../lib/client/queries/run.ts';
import { useNow } from '../../lib/client/use-now.ts';
import { runRoutes } from '../../lib/contracts/rest-runs.ts';
import type { LabelOutcome, RunLabel } from '../../lib/contracts/runs.ts';
import { May, usePerson } from '../identity/index.ts';
import { Button } from '../ui/button.tsx';
import { FieldError, Textarea } from '../ui/input.tsx';
import { VerdictBadge } from '../ui/verdict-badge.tsx';

const OUTCOMES: readonly { readonly outcome: LabelOutcome; readonly glyph: string }[] = [
  { outcome: 'complete', glyph: '✓' },
  { outcome: 'incomplete', glyph: '!' },
  { outcome: 'agent_error', glyph: '✕' },
  { outcome: 'server_error', glyph: '✕' },
];

interface Said {
  readonly outcome: LabelOutcome | null;
  readonly note?: string | null;
}

/** How the run ended, in a person's word: one a person, taken back by pressing it again. */
export function LabelForm({ runId }: { readonly runId: string }): ReactNode {
  const client = useQueryClient();
  const labels = useQuery(labelsQuery(runId));
  const name = usePerson();
  const [note, setNote] = useState<string | null>(null);
  const id = useId();
  const items = labels.data?.items ?? [];
  const own = items.find(({ by }) => by === name);
  const set = useMutation({
    networkMode: 'always',
    mutationFn: (body: Said) => callApi(runRoutes.setLabel, { params: { id: runId }, body }),
    onSuccess: (answer) => {
      client.setQueryData(labelsQuery(runId).queryKey, answer);
      setNote(null);
      return client.invalidateQueries({ queryKey: runKeys.row(runId) });
    },
  });
  const text = note ?? own?.note ?? '';

  return (
    <section aria-label={t('run.label.title')}>
      <h2 className="font-semibold">{t('run.label.title')}</h2>
      <May needs="run" say>
        <div role="group" aria-label={t('run.label.yours')} className="flex flex-wrap gap-1.5 py-1">
          {OUTCOMES.map(({ outcome, glyph }) => (
            <Button
              key={outcome}
              aria-pressed={own?.outcome === outcome}
              disabled={name === '' || set.isPending}
              focusableWhenDisabled
              className="aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent"
              onClick={() =>
                set.mutate(
                  own?.outcome === outcome
                    ? { outcome: null }
                    : { outcome, note: text.trim() === '' ? null : text.trim() },
                )
              }
            >
              <span aria-hidden="true">{glyph}</span>
              {t(`run.label.${outcome}`)}
            </Button>
          ))}
        </div>
        {name === '' ? <p className="text-sm text-text-2">{t('person.first')}</p> : null}
        {own === undefined ? null : (
          <div className="flex flex-col gap-1.5">
            <Textarea
              aria-label={t('run.label.note')}
              placeholder={t('run.label.note')}
              rows={2}
              maxLength={4_000}
              value={text}
              onChange={(event) => setNote(event.target.value)}
            />
            {note === null || note === (own.note ?? '') ? null : (
              <div>
                <Button
                  size="sm"
                  busy={set.isPending}
                  onClick={() =>
                    set.mutate({ outcome: own.outcome, note: note.trim() === '' ? null : note.trim() })
                  }
                >
                  {t('run.label.saveNote')}
                </Button>
              </div>
            )}
          </div>
        )}
      </May>
      {set.isError ? <FieldError id={id}>{set.error.message}</FieldError> : null}
      {labels.isError ? <FieldError id={`${id}load`}>{labels.error.message}</FieldError> : null}
      {items.length === 0 ? (
        labels.isSuccess ? (
          <p className="text-sm text-text-2">{t('run.label.none')}</p>
        ) : null
      ) : (
        <ul className="flex flex-col gap-1 py-1 text-sm">
          {items.map((label) => (
            <LabelLine key={label.by} label={label} />
          ))}
        </ul>
      )}
    </section>
  );
}

function LabelLine({ label }: { readonly label: RunLabel }): ReactNode {
  const nowMs = useNow();
  return (
    <li className="flex flex-wrap items-baseline gap-x-2">
      <VerdictBadge verdict={label.outcome}>{t(`run.label.${label.outcome}`)}</VerdictBadge>
      <span>{label.by}</span>
      <time className="text-text-2 text-xs" title={formatAbsolute(label.atMs)}>
        {formatAgo(label.atMs, nowMs)}
      </time>
      {label.note === null ? null : <span className="w-full text-text-2 wrap-anywhere">{label.note}</span>}
    </li>
  );
}
