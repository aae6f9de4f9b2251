'use client';

import { useEffect, useState } from 'react';
import type * as z from 'zod/mini';
import { keptDrafts } from '../../../lib/client/kept-drafts.ts';
import type { DocumentKind, DocumentVersion } from '../../../lib/contracts/annotation/projects.ts';
import { usePerson, useWho } from '../../identity/index.ts';
import { showToast } from '../../ui/toast.ts';
import { t } from './messages.ts';

interface Based {
  /** The version that it began from. */
  readonly base: number;
}

export interface DocumentEditing<D, S> {
  readonly draft: D;
  readonly isChanged: boolean;
  /** Another number whenever the draft began anew. */
  readonly turn: number;
  /** Another version, saved since the draft began; null: none. */
  readonly newer: DocumentVersion | null;
  readonly change: (to: Partial<D>) => void;
  /** Starts anew from a saved version. */
  readonly takeUp: (saved: S) => void;
}

interface Parts<D extends Based, S extends DocumentVersion> {
  readonly project: string;
  readonly kind: DocumentKind;
  /** The newest version that the page knows. */
  readonly saved: S;
  /** Reads what the browser kept. Of the module: it never changes. */
  readonly schema: z.ZodMiniType<D>;
  readonly draftOf: (saved: S) => D;
  readonly differs: (draft: D, saved: S) => boolean;
}

/** A document that is being changed. What is not saved is kept in this browser until it is, or is discarded. */
export function useDocumentDraft<D extends Based, S extends DocumentVersion>(
  parts: Parts<D, S>,
): DocumentEditing<D, S> {
  const { project, kind, saved, schema, draftOf, differs } = parts;
  const [draft, setDraft] = useState(() => draftOf(saved));
  const [from, setFrom] = useState(saved);
  const [turn, setTurn] = useState(0);
  const name = usePerson();
  const person = useWho() === undefined ? null : name;
  /** Whose kept draft was looked for, and where one was found. */
  const [looked, setLooked] = useState<{ readonly person: string; readonly key: string | null } | null>(null);
  const isChanged = differs(draft, from);
  const begin = (next: D, of: S): void => {
    setFrom(of);
    setDraft(next);
    setTurn(turn + 1);
  };

  if (person !== null && looked?.person !== person) {
    const left = keptDrafts({ name: `${kind}.${project}`, person, schema }).left();
    setLooked({ person, key: left?.key ?? null });
    if (left !== null || looked !== null) begin(left?.draft ?? draftOf(saved), saved);
  } else if (saved.version !== from.version && !isChanged) {
    // Another version was saved elsewhere: taken up at once where there is nothing to lose.
    begin(draftOf(saved), saved);
  }

  useEffect(() => {
    if (looked === null) return;
    const drafts = keptDrafts({ name: `${kind}.${project}`, person: looked.person, schema });
    if (!isChanged) drafts.drop(looked.key);
    else if (!drafts.keep(draft)) showToast({ tone: 'err', text: t('projects.save.notKept') });
  }, [draft, isChanged, kind, looked, project, schema]);

  return {
    draft,
    isChanged,
    turn,
    newer: isChanged && saved.version > draft.base ? saved : null,
    change: (to) => setDraft((before) => ({ ...before, ...to })),
    takeUp: (next) => begin(draftOf(next), next),
  };
}
