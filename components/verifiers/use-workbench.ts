import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../lib/client/api.ts';
import { t } from './messages.ts';
import {
  type Asked,
  tryQuery,
  tryRowsQuery,
  type VerifierKey,
  verifierKeys,
  versionCodeQuery,
} from '../../lib/client/queries/verifiers.ts';
import { jobRoutes } from '../../lib/contracts/rest-jobs.ts';
import { workbenchRoutes } from '../../lib/contracts/rest-workbench.ts';
import type { TaskVerifier } from '../../lib/contracts/workbench.ts';
import { useMay, useWho } from '../identity/index.ts';
import { showToast } from '../ui/toast.ts';
import { setDraft, useDraft } from './draft-store.ts';

interface WorkbenchInput {
  readonly place: VerifierKey;
  readonly verifier: TaskVerifier;
  /** Code of the version in use. */
  readonly base: string;
  /** The run that the page was opened with. */
  readonly pinned: string | null;
}

/** The draft, what it is compared with and what it said; all that the page does with them. */
export function useWorkbench({ place, verifier, base, pinned }: WorkbenchInput) {
  const client = useQueryClient();
  const { key, taskIdx, mode } = place;
  const params = { key, taskIdx };
  const draft = useDraft(place);
  const value = draft ?? base;
  // Versions may have been removed with a home that is another one now.
  const [compared, setCompared] = useState<number | null>(null);
  const before = verifier.versions.some(({ version }) => version === compared)
    ? (compared ?? verifier.inUse)
    : verifier.inUse;
  const [asked, setAsked] = useState<Asked>({ code: value, before, judge: false, run: pinned, turn: 0 });
  const may = useMay();
  const isKnown = useWho() !== undefined;
  const tries = may('write');
  const started = useQuery({
    ...tryQuery(place, asked),
    placeholderData: keepPreviousData,
    enabled: isKnown && tries,
  });
  const tryId = started.data?.id ?? null;
  const rows = useQuery({
    ...tryRowsQuery(tryId ?? ''),
    enabled: tryId !== null,
    // What was said before stays in sight until the new try says something.
    placeholderData: keepPreviousData,
  });

  const cancel = () => {
    if (tryId !== null) void callApi(jobRoutes.cancelJob, { params: { id: tryId } }).catch(() => undefined);
  };
  const run = (more: Partial<Asked> = {}) => {
    cancel();
    setAsked((last) => ({ ...last, code: value, before, ...more, turn: last.turn + 1 }));
  };
  const change = (code: string) => setDraft(place, code === base ? null : code);

  const renew = async (next: TaskVerifier): Promise<void> => {
    client.setQueryData(verifierKeys.task(place), next);
    await Promise.all([
      client.invalidateQueries({ queryKey: verifierKeys.list, exact: true }),
      client.invalidateQueries({ queryKey: ['scenario-evidence', key] }),
      client.invalidateQueries({ queryKey: ['evidence'] }),
    ]);
  };

  const save = useMutation({
    mutationFn: () => callApi(workbenchRoutes.saveVersion, { params, body: { mode, code: value } }),
    onSuccess: async ({ saved, verifier: next }) => {
      const hash = next.versions.find(({ version }) => version === saved)?.hash ?? '';
      client.setQueryData(versionCodeQuery(place, saved, hash).queryKey, {
        version: saved,
        hash,
        code: value,
      });
      // What it took the place of stays beside it.
      setCompared(before);
      setDraft(place, null);
      showToast({ tone: 'ok', text: t('verifiers.saved', { version: saved }) });
      await renew(next);
    },
    onError: (error) =>
      showToast({ tone: 'err', text: t('verifiers.saveFailed', { message: error.message }) }),
  });

  const use = useMutation({
    mutationFn: (version: number) => callApi(workbenchRoutes.useVersion, { params, body: { mode, version } }),
    onSuccess: async ({ verifier: next }) => {
      showToast({ tone: 'ok', text: t('verifiers.used', { version: next.inUse }) });
      await renew(next);
    },
    onError: (error) =>
      showToast({ tone: 'err', text: t('verifiers.useFailed', { message: error.message }) }),
  });

  const patch = useMutation({
    mutationFn: () => callApi(workbenchRoutes.exportPatch, { params, body: { mode, code: value } }),
    onSuccess: ({ text, fileName }) => saveFile(text, fileName),
    onError: (error) =>
      showToast({ tone: 'err', text: t('verifiers.patchFailed', { message: error.message }) }),
  });

  return {
    value,
    changed: draft !== null,
    before,
    asked,
    tryId,
    started,
    starting: started.isFetching || rows.isPlaceholderData,
    state: started.isError ? undefined : rows.data,
    problem: started.error?.message ?? rows.error?.message ?? null,
    change,
    run,
    /** Whether whoever looks may try a draft over the runs. */
    tries,
    cancel,
    save,
    use,
    patch,
    compare: (version: number) => {
      setCompared(version);
      run({ before: version });
    },
    open: async (version: number) => {
      const hash = verifier.versions.find((each) => each.version === version)?.hash ?? '';
      const { code } = await client.query(versionCodeQuery(place, version, hash));
      change(code);
    },
    discard: () => {
      setDraft(place, null);
      showToast({
        tone: 'info',
        text: t('verifiers.discarded'),
        action: { label: t('verifiers.undo'), onClick: () => setDraft(place, value) },
      });
    },
  };
}

function saveFile(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
