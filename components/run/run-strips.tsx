'use client';

import { type ReactNode, useState } from 'react';
import { t } from './messages.ts';
import type { Episode } from '../../lib/contracts/rest-schemas.ts';
import { NavLink } from '../layout/nav-link.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { Strip } from '../ui/strip.tsx';

/** What must be known of a run before it is believed: that it goes on, or what an import lacked. */
export function RunStrips({ episode }: { readonly episode: Episode }): ReactNode {
  return (
    <>
      {episode.endReason === null ? (
        <Strip
          tone="info"
          // On low screens the pill says so, and the menu leads to the session.
          className="[@media(max-height:560px)]:hidden"
          actions={
            episode.sessionId === null ? null : (
              <NavLink
                href={`/sessions/${encodeURIComponent(episode.sessionId)}`}
                className={buttonClass({ size: 'sm' })}
              >
                {t('run.openSession')}
              </NavLink>
            )
          }
        >
          {t('run.goesOn')}
        </Strip>
      ) : null}
      {episode.missing.length === 0 ? null : <Missing sentences={episode.missing} />}
    </>
  );
}

function Missing({ sentences }: { readonly sentences: readonly string[] }): ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <Strip
      tone="warn"
      actions={
        <Button size="sm" aria-expanded={open} onClick={() => setOpen(!open)}>
          {t(open ? 'run.fold' : 'run.missingShow')}
        </Button>
      }
    >
      {t('run.missing', { count: sentences.length })}
      {open ? (
        <ul className="max-h-[30vh] list-disc overflow-y-auto pl-5 font-normal text-text">
          {sentences.map((sentence, index) => (
            <li key={index}>{sentence}</li>
          ))}
        </ul>
      ) : null}
    </Strip>
  );
}
