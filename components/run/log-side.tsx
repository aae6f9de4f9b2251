'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { callApi } from '../../lib/client/api.ts';
import { formatAbsolute } from '../../lib/client/format.ts';
import { t } from './messages.ts';
import { messagesQuery } from '../../lib/client/queries/run.ts';
import type { AttachedMessages } from '../../lib/contracts/artifacts.ts';
import { artifactRoutes } from '../../lib/contracts/rest-artifacts.ts';
import { UrlLink } from '../layout/url-link.tsx';
import { AskName, May } from '../identity/index.ts';
import { Button } from '../ui/button.tsx';
import { FieldError, Textarea } from '../ui/input.tsx';
import type { RunView } from './use-run.ts';

const SHOWN_MISMATCHES = 200;

/** The agent's own log beside the run: tried first, then attached; where they do not say the same, it is named. */
export function LogSide({ view }: { readonly view: RunView }): ReactNode {
  const { id } = view.episode;
  const client = useQueryClient();
  const attached = useQuery(messagesQuery(id));
  const [text, setText] = useState('');
  const field = useId();
  const attach = useMutation({
    networkMode: 'always',
    mutationFn: ({ log, dryRun }: { readonly log: unknown; readonly dryRun: boolean }) =>
      callApi(artifactRoutes.attachMessages, { params: { id }, body: { log, dryRun } }),
    onSuccess: (answer, { dryRun }) => {
      if (dryRun) return;
      client.setQueryData(messagesQuery(id).queryKey, answer);
      setText('');
    },
  });
  const parsed = parse(text);
  const has = (attached.data?.items.length ?? 0) > 0;
  const tried = attach.data !== undefined && attach.variables.dryRun ? attach.data : null;

  return (
    <div className="flex min-h-0 flex-1 flex-col gap-2 overflow-y-auto px-3 py-2 text-sm">
      <AskName />
      {attached.data !== undefined && has ? (
        <section aria-label={t('run.log.attached')} className="flex flex-col gap-1">
          <h2 className="font-semibold">{t('run.log.attached')}</h2>
          <p className="text-text-2">
            {attached.data.by ?? ''}{' '}
            {attached.data.attachedAtMs === null ? '' : formatAbsolute(attached.data.attachedAtMs)}
          </p>
          <Fit messages={attached.data} />
          <May needs="run">
            <div>
              <Button
                size="sm"
                busy={attach.isPending}
                onClick={() => attach.mutate({ log: [], dryRun: false })}
              >
                {t('run.log.takeAway')}
              </Button>
            </div>
          </May>
        </section>
      ) : null}
      <May needs="run" say>
        <label htmlFor={field} className="font-semibold">
          {t(has ? 'run.log.another' : 'run.log.title')}
        </label>
        <p className="text-text-2">{t('run.log.what')}</p>
        <Textarea
          id={field}
          rows={8}
          spellCheck={false}
          value={text}
          className="font-mono"
          onChange={(event) => {
            setText(event.target.value);
            attach.reset();
          }}
        />
        <input
          type="file"
          accept=".json,.jsonl,application/json"
          aria-label={t('run.log.file')}
          className="text-sm file:mr-2 file:h-7 file:rounded-2 file:border file:border-line-strong file:bg-surface file:px-2 file:font-medium"
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            if (file === undefined) return;
            attach.reset();
            void file.text().then(setText);
          }}
        />
        {text !== '' && parsed === undefined ? (
          <FieldError id={`${field}error`}>{t('run.log.noJson')}</FieldError>
        ) : null}
        {attach.isError ? <FieldError id={`${field}failed`}>{attach.error.message}</FieldError> : null}
        <div className="flex flex-wrap gap-2">
          <Button
            busy={attach.isPending}
            disabled={parsed === undefined}
            onClick={() => attach.mutate({ log: parsed, dryRun: true })}
          >
            {t('run.log.try')}
          </Button>
          <Button
            variant="primary"
            busy={attach.isPending}
            disabled={parsed === undefined || tried === null}
            onClick={() => attach.mutate({ log: parsed, dryRun: false })}
          >
            {t('run.log.attach')}
          </Button>
        </div>
      </May>
      {tried === null ? null : (
        <section aria-label={t('run.log.fits')}>
          <Fit messages={tried} />
        </section>
      )}
    </div>
  );
}

/** How a log and the run fit: calls that are the run's, and where they do not say the same. */
function Fit({ messages }: { readonly messages: AttachedMessages }): ReactNode {
  const { aligned, calls, mismatches } = messages;
  return (
    <>
      <p role="status">
        <span aria-hidden="true" className={mismatches.length === 0 ? 'text-ok' : 'text-warn'}>
          {mismatches.length === 0 ? '✓ ' : '! '}
        </span>
        {t('run.log.aligned', { aligned, calls, mismatches: mismatches.length })}
      </p>
      <ul className="flex max-h-60 flex-col gap-0.5 overflow-y-auto">
        {mismatches.slice(0, SHOWN_MISMATCHES).map((mismatch, index) => (
          <li key={index} className="wrap-anywhere">
            {mismatch.seq === null ? null : (
              <UrlLink set={{ step: String(mismatch.seq) }} className="text-accent hover:underline">
                {t('run.step', { seq: mismatch.seq })}
              </UrlLink>
            )}{' '}
            <span className="text-text-2">{mismatch.message}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** A list of messages, {messages}, or a message a line; undefined where it is none of them. */
function parse(text: string): unknown {
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    try {
      return text
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map((line): unknown => JSON.parse(line));
    } catch {
      return undefined;
    }
  }
}
