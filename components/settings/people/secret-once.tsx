'use client';

import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Input } from '../../ui/input.tsx';
import { showToast } from '../../ui/toast.ts';
import { t } from './messages.ts';

interface SecretOnceProps {
  /** What it is and that it goes. */
  readonly label: string;
  readonly value: string;
}

/** A secret that is shown this once: the server keeps a hash. */
export function SecretOnce({ label, value }: SecretOnceProps): ReactNode {
  return (
    <div role="status" className="on-tint flex flex-col gap-1 bg-accent-soft px-3 py-2">
      <span className="text-sm">{label}</span>
      <div className="flex gap-2">
        <Input
          readOnly
          aria-label={label}
          value={value}
          className="min-w-0 flex-1 font-mono"
          onFocus={(event) => event.target.select()}
        />
        <Button
          onClick={() => {
            void navigator.clipboard
              .writeText(value)
              .then(() => showToast({ tone: 'ok', text: t('people.copied') }));
          }}
        >
          {t('people.copy')}
        </Button>
      </div>
    </div>
  );
}
