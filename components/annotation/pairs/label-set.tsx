'use client';

import { type ReactNode, useState } from 'react';
import { useGoTo } from '../../../lib/client/use-go-to.ts';
import { Button } from '../../ui/button.tsx';
import { createLazyPart } from '../../ui/lazy-part.ts';
import { projectHref } from '../frame/index.ts';
import { t } from './messages.ts';

const CREATE = createLazyPart(async () => (await import('../queues/index.ts')).CreateQueue);

interface LabelSetProps {
  readonly set: { readonly id: string; readonly name: string };
  readonly project: { readonly id: string; readonly name: string };
}

/** Makes a queue of a set’s pairs, in which people say which run is better. */
export function LabelSet({ set, project }: LabelSetProps): ReactNode {
  const goTo = useGoTo();
  const [open, setOpen] = useState(false);
  const create = CREATE.usePart(open);
  return (
    <>
      <Button
        size="sm"
        busy={open && create.state === 'waiting'}
        aria-label={`${t('training.labelPairs')}: ${set.name}`}
        onClick={() => {
          setOpen(true);
          if (create.state === 'failed') create.retry();
        }}
      >
        {t('training.labelPairs')}
      </Button>
      {open && create.state === 'ready' ? (
        <create.part
          project={project}
          given={null}
          pairSet={set}
          onClose={() => setOpen(false)}
          onCreated={({ id }) => {
            setOpen(false);
            goTo(`${projectHref(project.id)}?queue=${id}`);
          }}
        />
      ) : null}
    </>
  );
}
