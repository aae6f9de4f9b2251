'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId, useRef, useState } from 'react';
import { callApi } from '../../../../lib/client/api.ts';
import type { Anchor } from '../../../../lib/contracts/annotation/label-doc.ts';
import { labellingRoutes } from '../../../../lib/contracts/annotation/rest-labelling.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FieldError, Textarea } from '../../../ui/input.tsx';
import { placeName } from '../anchors.ts';
import { t } from '../aside-messages.ts';
import { assignmentQuery } from '../queries.ts';
import { useItem } from '../use-item.ts';

interface CommentDialogProps {
  readonly anchor: Anchor;
  readonly onClose: () => void;
}

/** A comment on a step, a place of its answer, or a cell. */
export function CommentDialog({ anchor, onClose }: CommentDialogProps): ReactNode {
  const { assignment } = useItem();
  const client = useQueryClient();
  const [text, setText] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const add = useMutation({
    mutationFn: () =>
      callApi(labellingRoutes.addComment, {
        params: { id: assignment.id },
        body: { anchor, text: text.trim() },
      }),
    onSuccess: (comment) => {
      client.setQueryData(assignmentQuery(assignment.id).queryKey, (was) =>
        was === undefined ? was : { ...was, comments: [...was.comments, comment] },
      );
      onClose();
    },
  });
  const send = (): void => {
    if (text.trim() !== '' && !add.isPending) add.mutate();
  };
  return (
    <Dialog
      title={t('labelling.commentTitle')}
      description={placeName(anchor)}
      onClose={onClose}
      initialFocus={field}
      actions={
        <>
          <Button onClick={onClose}>{t('labelling.close')}</Button>
          <Button variant="primary" busy={add.isPending} disabled={text.trim() === ''} onClick={send}>
            {t('labellingAside.commentAdd')}
          </Button>
        </>
      }
    >
      <Textarea
        ref={field}
        aria-label={t('labellingAside.commentText')}
        rows={4}
        maxLength={10_000}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.metaKey || event.ctrlKey) && !event.nativeEvent.isComposing)
            send();
        }}
      />
      {add.isError ? (
        <FieldError id={id}>{t('labellingAside.commentFailed', { message: add.error.message })}</FieldError>
      ) : null}
    </Dialog>
  );
}
