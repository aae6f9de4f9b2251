'use client';

import type { ReactNode } from 'react';
import { t } from './messages.ts';
import { CopyButton } from '../cells/index.ts';
import { Button } from '../ui/button.tsx';
import type { JsonSource } from './json-source.ts';

interface PathBarProps {
  readonly source: JsonSource;
  readonly chosen: { readonly index: number; readonly path: string } | null;
  readonly onUse: ((json: string) => boolean) | undefined;
  /** At its end. */
  readonly children: ReactNode;
}

/** Where the chosen value stands, and what can be done with it. */
export function PathBar({ source, chosen, onUse, children }: PathBarProps): ReactNode {
  return (
    <div className="flex min-h-row shrink-0 flex-wrap items-center gap-x-1 border-line border-t pl-3 text-xs">
      {chosen === null ? null : (
        <>
          <span className="mr-2 min-w-0 font-mono text-text-2 text-sm wrap-anywhere">{chosen.path}</span>
          <CopyButton label={t('observation.copyPath')} text={() => chosen.path} />
          <CopyButton
            label={t('observation.copyValue')}
            text={() => source.call('valueText', chosen.index)}
          />
          {onUse === undefined ? null : (
            <Button
              variant="ghost"
              size="sm"
              onClick={() => void source.call('valueJson', chosen.index).then(onUse)}
            >
              {t('observation.useInForm')}
            </Button>
          )}
        </>
      )}
      <span className="flex-1" />
      {children}
    </div>
  );
}
