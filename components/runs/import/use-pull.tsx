'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../../lib/client/api.ts';
import { jobKeys } from '../../../lib/client/queries/jobs.ts';
import { artifactRoutes } from '../../../lib/contracts/rest-artifacts.ts';
import { JobProgress } from '../../jobs/index.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorLine } from '../../ui/error-line.tsx';
import { t } from '../messages.ts';
import { NamedField } from './named-field.tsx';
import type { ImportPart } from './types.ts';

/** Runs of another studio. The token lives in this dialog alone, and is gone from it once it was sent. */
export function usePull(onImported: () => void): ImportPart {
  const client = useQueryClient();
  const [url, setUrl] = useState('');
  const [query, setQuery] = useState('');
  const [token, setToken] = useState('');
  const [job, setJob] = useState<string>();
  const pull = useMutation({
    mutationFn: () =>
      callApi(artifactRoutes.pullEpisodes, {
        body: { url: url.trim(), q: query.trim(), ...(token.trim() !== '' && { token: token.trim() }) },
      }),
    onSuccess: ({ id }) => {
      setToken('');
      setJob(id);
      return client.invalidateQueries({ queryKey: jobKeys.list() });
    },
    gcTime: 0,
  });
  const problem = url.trim() === '' || isAddress(url) ? undefined : t('runs.pull.badUrl');
  if (job !== undefined)
    return {
      isBegun: true,
      hasJob: true,
      action: <Button onClick={() => setJob(undefined)}>{t('runs.pull.again')}</Button>,
      body: <JobProgress key={job} id={job} onEnd={onImported} />,
    };
  return {
    isBegun: pull.isPending,
    hasJob: false,
    action: (
      <Button
        variant="primary"
        disabled={!isAddress(url)}
        busy={pull.isPending}
        onClick={() => pull.mutate()}
      >
        {t('runs.pull.start')}
      </Button>
    ),
    body: (
      <>
        <NamedField
          label={t('runs.pull.url')}
          value={url}
          onChange={setUrl}
          inputMode="url"
          spellCheck={false}
          maxLength={2_000}
          error={problem}
        />
        <NamedField
          label={t('runs.pull.filter')}
          value={query}
          onChange={setQuery}
          spellCheck={false}
          maxLength={4_000}
          hint={t('runs.pull.filterHint')}
        />
        <NamedField
          label={t('runs.pull.token')}
          value={token}
          onChange={setToken}
          type="password"
          maxLength={600}
          hint={t('runs.pull.tokenHint')}
        />
        {pull.isError ? <ErrorLine>{t('runs.pull.failed', { why: pull.error.message })}</ErrorLine> : null}
      </>
    ),
  };
}

function isAddress(text: string): boolean {
  return /^https?:/i.test(text.trim()) && URL.canParse(text.trim());
}
