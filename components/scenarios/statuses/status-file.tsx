'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { buildPath } from '../../../lib/client/api.ts';
import { t } from '../messages.ts';
import { outcomeKeys } from '../../../lib/client/queries/outcomes.ts';
import { sendFile } from '../../../lib/client/upload.ts';
import { outcomeRoutes } from '../../../lib/contracts/rest-outcomes.ts';
import { useMay } from '../../identity/index.ts';
import { Button } from '../../ui/button.tsx';
import { Menu, type MenuEntry } from '../../ui/menu.tsx';
import { showToast } from '../../ui/toast.ts';

/** Statuses out to a file and in from one. */
export function StatusFile(): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  const client = useQueryClient();
  const may = useMay()('write');
  const take = useMutation({
    mutationFn: async (file: File) =>
      outcomeRoutes.importTaskStatuses.response.parse(
        await sendFile(outcomeRoutes.importTaskStatuses, { params: {}, file }),
      ),
    onSuccess: async ({ taken, recheck, unchanged, unknown }) => {
      await client.invalidateQueries({ queryKey: outcomeKeys.statuses });
      showToast({
        tone: unknown > 0 ? 'warn' : 'ok',
        text: t('tasks.imported', { taken, recheck, unchanged, unknown }),
      });
    },
    onError: (error) => showToast({ tone: 'err', text: t('tasks.importFailed', { why: error.message }) }),
  });
  const exported = (of: 'said' | 'clean' | 'quarantined', label: string): MenuEntry => ({
    id: of,
    label,
    detail: t('tasks.exportDetail'),
    href: buildPath(outcomeRoutes.exportTaskStatuses.path, {}, { of }),
  });
  return (
    <>
      <Menu
        label={t('tasks.fileMenu')}
        align="end"
        entries={[
          exported('said', t('tasks.exportSaid')),
          exported('clean', t('tasks.exportClean')),
          exported('quarantined', t('tasks.exportQuarantined')),
          ...(may
            ? ([
                { kind: 'separator', id: 'between' },
                { id: 'import', label: t('tasks.importFile'), onSelect: () => input.current?.click() },
              ] as const)
            : []),
        ]}
        trigger={(props) => (
          <Button {...props} busy={take.isPending}>
            {t('tasks.file')}
          </Button>
        )}
      />
      <input
        ref={input}
        type="file"
        hidden
        tabIndex={-1}
        aria-label={t('tasks.importFile')}
        accept=".jsonl,application/jsonl,application/x-ndjson"
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = '';
          if (file !== undefined) take.mutate(file);
        }}
      />
    </>
  );
}
