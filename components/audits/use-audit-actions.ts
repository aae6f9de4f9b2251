'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../lib/client/api.ts';
import { t } from './messages.ts';
import { auditKeys } from '../../lib/client/queries/audits.ts';
import { baselineFileSchema } from '../../lib/contracts/audits.ts';
import type { Job } from '../../lib/contracts/jobs.ts';
import { auditRoutes } from '../../lib/contracts/rest-audits.ts';
import { useMay } from '../identity/index.ts';
import { showToast } from '../ui/toast.ts';

export interface AuditActions {
  /** Whether whoever looks may audit and accept; what does is left out otherwise. */
  readonly may: boolean;
  /** The job that runs or ran last. */
  readonly job: string | null;
  readonly busy: boolean;
  /** Null: all. `again`: what has not changed too. */
  readonly run: (scenarios: readonly string[] | null, again: boolean) => void;
  readonly ended: (job: Job) => void;
  readonly accept: (fingerprints: readonly string[], accept: boolean, reason: string) => void;
  readonly importFile: (file: File) => void;
}

export function useAuditActions(): AuditActions {
  const client = useQueryClient();
  const may = useMay()('write');
  const [job, setJob] = useState<string | null>(null);
  const reread = () => client.invalidateQueries({ queryKey: auditKeys.all });
  const failed = (error: Error) => showToast({ tone: 'err', text: error.message });
  const start = useMutation({
    mutationFn: (body: { readonly scenarios?: string[]; readonly again: boolean }) =>
      callApi(auditRoutes.startAudit, { body }),
    onSuccess: ({ id }) => setJob(id),
    onError: failed,
  });
  const acceptance = useMutation({
    mutationFn: (body: {
      readonly fingerprints: string[];
      readonly accept: boolean;
      readonly reason: string;
    }) => callApi(auditRoutes.acceptFindings, { body }),
    onSuccess: reread,
    onError: failed,
  });
  const imported = useMutation({
    mutationFn: async (file: File) => {
      const parsed = baselineFileSchema.safeParse(parse(await file.text()));
      if (!parsed.success) throw new Error(t('audits.notBaseline'));
      return callApi(auditRoutes.importBaseline, { body: { file: parsed.data, replace: false } });
    },
    onSuccess: async ({ entries }) => {
      showToast({ tone: 'ok', text: t('audits.imported', { count: entries }) });
      await reread();
    },
    onError: failed,
  });
  return {
    may,
    job,
    busy: start.isPending || acceptance.isPending || imported.isPending,
    run: (scenarios, again) =>
      start.mutate({ ...(scenarios !== null && { scenarios: [...scenarios] }), again }),
    ended: () => void reread(),
    accept: (fingerprints, accept, reason) =>
      acceptance.mutate({ fingerprints: [...fingerprints], accept, reason }),
    importFile: (file) => imported.mutate(file),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
