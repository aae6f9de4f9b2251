'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { callApi } from '../../../../lib/client/api.ts';
import { formatAbsolute, formatTime } from '../../../../lib/client/format.ts';
import { useKeyLabel } from '../../../../lib/client/keys/index.ts';
import { labellingRoutes } from '../../../../lib/contracts/annotation/rest-labelling.ts';
import { Button } from '../../../ui/button.tsx';
import { placeName } from '../anchors.ts';
import { t } from '../aside-messages.ts';
import { assignmentQuery } from '../queries.ts';
import { useItem } from '../use-item.ts';

/** Comments on the item, each with its place; a place is a way to its step. */
export function CommentList(): ReactNode {
  const item = useItem();
  const client = useQueryClient();
  const key = useKeyLabel('label.comment');
  const query = assignmentQuery(item.assignment.id);
  const { data = item.assignment } = useQuery({ ...query, enabled: false });
  const remove = useMutation({
    mutationFn: (comment: string) =>
      callApi(labellingRoutes.removeComment, { params: { id: item.assignment.id, comment } }),
    onSuccess: (_, comment) =>
      client.setQueryData(query.queryKey, (was) =>
        was === undefined ? was : { ...was, comments: was.comments.filter(({ id }) => id !== comment) },
      ),
  });
  if (data.comments.length === 0) {
    return (
      <p className="p-4 text-sm text-text-2">{t('labellingAside.noComments', { key: key?.shown ?? '' })}</p>
    );
  }
  return (
    <ul aria-label={t('labelling.comments')} className="min-h-0 flex-1 overflow-y-auto px-4 py-2 text-sm">
      {data.comments.map((comment) => {
        const { anchor } = comment;
        return (
          <li key={comment.id} className="flex items-baseline gap-2 border-line border-b py-1.5">
            <button
              type="button"
              className="min-h-6 shrink-0 text-accent"
              disabled={anchor.on === 'run'}
              onClick={() => anchor.on !== 'run' && item.go(String(anchor.seq))}
            >
              {placeName(anchor)}
            </button>
            <span className="min-w-0 flex-1 whitespace-pre-wrap wrap-anywhere">{comment.text}</span>
            <span className="shrink-0 text-text-3 text-xs" title={formatAbsolute(comment.atMs)}>
              {comment.by ?? t('labellingAside.someone')} · {formatTime(comment.atMs)}
            </span>
            {comment.by === null ? null : (
              <Button
                size="sm"
                variant="ghost"
                aria-label={t('labellingAside.commentRemove')}
                onClick={() => remove.mutate(comment.id)}
              >
                ✕
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
