'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { callApi } from '../../../lib/client/api.ts';
import { annotationKeys } from '../../../lib/client/queries/annotation.ts';
import { type LabelDoc, labelDocSchema } from '../../../lib/contracts/annotation/label-doc.ts';
import type { LabelSchemaDoc } from '../../../lib/contracts/annotation/label-schema.ts';
import type { QueueItem } from '../../../lib/contracts/annotation/queue-admin.ts';
import { queueAdminRoutes } from '../../../lib/contracts/annotation/rest-queues.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorLine } from '../../ui/error-line.tsx';
import { Textarea } from '../../ui/input.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { FromLabels } from './from-labels.tsx';
import { LabelFormPreview } from '../schema/index.ts';
import { t } from './messages.ts';

const PREFERENCES = ['a', 'b', 'tie'] as const;

interface GoldDialogProps {
  readonly queue: string;
  readonly project: string;
  readonly item: QueueItem;
  readonly schema: LabelSchemaDoc;
  readonly onClose: () => void;
}

/** What the label of an item should be, and why: annotators are held against it. */
export function GoldDialog({ queue, project, item, schema, onClose }: GoldDialogProps): ReactNode {
  const client = useQueryClient();
  const [doc, setDoc] = useState<LabelDoc>(() => item.gold ?? firstGuess(item));
  const [why, setWhy] = useState(item.goldWhy);
  const id = useId();
  const pair = item.otherRun !== null;
  const save = useMutation({
    mutationFn: (gold: LabelDoc | null) =>
      callApi(queueAdminRoutes.setGold, { params: { id: queue, item: item.id }, body: { gold, why } }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: annotationKeys.all });
      onClose();
    },
  });
  return (
    <Dialog
      onClose={onClose}
      title={t('queueAdmin.gold.title', { run: (item.run ?? item.id).slice(0, 6) })}
      description={t('queueAdmin.gold.body')}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          {item.kind === 'gold' ? (
            <Button variant="danger" disabled={save.isPending} onClick={() => save.mutate(null)}>
              {t('queueAdmin.gold.none')}
            </Button>
          ) : null}
          <Button
            variant="primary"
            disabled={(pair ? doc.preference : doc.outcome) === null}
            busy={save.isPending}
            onClick={() => save.mutate(doc)}
          >
            {t('queueAdmin.gold.save')}
          </Button>
        </>
      }
    >
      <FromLabels project={project} item={item} schema={schema} onTake={setDoc} />
      {pair ? (
        <Segmented
          label={schema.preference?.question ?? t('queueAdmin.gold.better')}
          className="self-start"
          value={doc.preference}
          segments={PREFERENCES.filter(
            (value) => value !== 'tie' || schema.preference?.allowTie === true,
          ).map((value) => ({ value, label: t(`queueAdmin.items.better.${value}`) }))}
          onChange={(preference) => setDoc({ ...doc, preference })}
        />
      ) : (
        <LabelFormPreview schema={schema} doc={doc} onChange={setDoc} />
      )}
      <label htmlFor={id} className="text-sm">
        {t('queueAdmin.gold.why')}
      </label>
      <Textarea
        id={id}
        rows={3}
        value={why}
        maxLength={10_000}
        onChange={(event) => setWhy(event.target.value)}
      />
      {save.isError ? <ErrorLine>{save.error.message}</ErrorLine> : null}
    </Dialog>
  );
}

/** What a label of the item says already: its outcome, or which run of the pair is better. */
function firstGuess({ assignments, otherRun }: QueueItem): LabelDoc {
  const outcome = assignments.find((each) => each.outcome !== null)?.outcome ?? null;
  const preference = assignments.find((each) => each.preference !== null)?.preference ?? null;
  return labelDocSchema.parse(otherRun === null ? { outcome } : { preference });
}
