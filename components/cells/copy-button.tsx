'use client';

import { type ReactNode, useEffect, useState } from 'react';
import { t } from './messages.ts';
import { Button } from '../ui/button.tsx';

const SAID_MS = 2_000;

interface CopyButtonProps {
  readonly label: string;
  /** Made when it is asked for. */
  readonly text: () => string | Promise<string>;
}

/** Copies, and says in its own place that it did, or why not. */
export function CopyButton({ label, text }: CopyButtonProps): ReactNode {
  const [said, setSaid] = useState<'copied' | 'failed' | null>(null);
  useEffect(() => {
    if (said === null) return;
    const timer = setTimeout(() => setSaid(null), SAID_MS);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(await text());
      setSaid('copied');
    } catch {
      setSaid('failed');
    }
  };
  return (
    <Button variant="ghost" size="sm" onClick={() => void copy()}>
      <span aria-live="polite">{said === null ? label : t(`cells.${said}`)}</span>
    </Button>
  );
}
