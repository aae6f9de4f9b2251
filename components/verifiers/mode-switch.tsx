'use client';

import type { ReactNode } from 'react';
import { t } from './messages.ts';
import type { TaskVerifier } from '../../lib/contracts/workbench.ts';
import { pushUrl } from '../layout/url-link.tsx';
import { Segmented } from '../ui/segmented.tsx';

/** A task may have a code verifier and one that reads for a judge. */
export function ModeSwitch({ verifier }: { readonly verifier: TaskVerifier }): ReactNode {
  if (verifier.modes.length < 2) return null;
  return (
    <Segmented
      label={t('verifiers.mode')}
      size="sm"
      value={verifier.mode}
      onChange={(mode) => pushUrl({ mode })}
      segments={verifier.modes.map((mode) => ({ value: mode, label: t(`verifiers.${mode}`) }))}
    />
  );
}
