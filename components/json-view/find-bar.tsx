'use client';

import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { t } from './messages.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { SearchBox } from '../ui/search-box.tsx';
import type { Found } from './json-document.ts';
import type { JsonSource } from './json-source.ts';

interface FindBarProps {
  readonly source: JsonSource;
  readonly onShow: (path: string) => void;
  readonly onClose: () => void;
}

const NOTHING: Found = { paths: [], more: false };

/** Finds keys and values of a JSON tree: Enter goes on, ⇧Enter back, Escape closes. */
export function FindBar({ source, onShow, onClose }: FindBarProps): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  const asked = useRef(0);
  const [words, setWords] = useState('');
  const [found, setFound] = useState<Found>(NOTHING);
  const [at, setAt] = useState(0);
  useEffect(() => input.current?.focus(), []);

  async function find(text: string): Promise<void> {
    setWords(text);
    asked.current += 1;
    const mine = asked.current;
    const answer = await source.call('find', text);
    // Answers to letters that have been typed over are old.
    if (mine !== asked.current) return;
    setFound(answer);
    setAt(0);
    const [first] = answer.paths;
    if (first !== undefined) onShow(first);
  }

  function go(by: 1 | -1): void {
    const { paths } = found;
    if (paths.length === 0) return;
    const next = (at + by + paths.length) % paths.length;
    setAt(next);
    const path = paths[next];
    if (path !== undefined) onShow(path);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter') go(event.shiftKey ? -1 : 1);
    else if (event.key === 'Escape') onClose();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <div className="flex shrink-0 flex-wrap items-center gap-1 border-line border-b px-3 py-1">
      <SearchBox
        ref={input}
        label={t('observation.find')}
        placeholder={t('observation.findPlaceholder')}
        value={words}
        onChange={(text) => void find(text)}
        onKeyDown={onKeyDown}
        className="w-56"
      />
      <span role="status" className="px-2 text-sm text-text-2">
        {words === '' ? '' : countText(found, at)}
      </span>
      <Button variant="ghost" size="sm" aria-label={t('observation.previous')} onClick={() => go(-1)}>
        ↑
      </Button>
      <Button variant="ghost" size="sm" aria-label={t('observation.next')} onClick={() => go(1)}>
        ↓
      </Button>
      <Button variant="ghost" size="sm" aria-label={t('observation.closeFind')} onClick={onClose}>
        <Icon name="close" />
      </Button>
    </div>
  );
}

function countText({ paths, more }: Found, at: number): string {
  if (paths.length === 0) return t('observation.foundNone');
  return t(more ? 'observation.foundMany' : 'observation.found', { at: at + 1, count: paths.length });
}
