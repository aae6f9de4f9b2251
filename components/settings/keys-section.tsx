'use client';

import { type ReactNode, useState } from 'react';
import { DEFAULT_BINDINGS, writeBindings } from '../../lib/client/keys/bindings.ts';
import { KEY_ACTIONS, type KeyAction } from '../../lib/client/keys/table.ts';
import { useBindings } from '../../lib/client/keys/use-key.ts';
import { t } from './messages.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { showToast } from '../ui/toast.ts';
import { KeyRow } from './key-row.tsx';
import { Section } from './section.tsx';

/** Every key of the studio: to change, to turn off one by one or all. */
export function KeysSection(): ReactNode {
  const bindings = useBindings();
  const [recording, setRecording] = useState<KeyAction | null>(null);
  const changed = Object.keys(bindings.changed).length > 0;

  function resetAll(): void {
    const before = bindings;
    writeBindings({ ...DEFAULT_BINDINGS, off: bindings.off });
    showToast({
      tone: 'ok',
      text: t('settings.resetDone'),
      action: { label: t('common.undo'), onClick: () => writeBindings(before) },
    });
  }

  return (
    <Section
      title={t('settings.keys')}
      hint={t('settings.keysHint')}
      actions={
        <Button size="sm" disabled={!changed} onClick={resetAll}>
          {t('settings.resetAll')}
        </Button>
      }
    >
      <div className="border-line border-b px-3 py-1.5">
        <Checkbox
          label={t('settings.keysOn')}
          hint={t('settings.keysOnHint')}
          checked={!bindings.off}
          onChange={(on) => writeBindings({ ...bindings, off: !on })}
        />
      </div>
      <table className="w-full border-collapse text-sm">
        <thead>
          <tr className="text-left text-text-2 text-xs">
            <th scope="col" className="px-3 py-1 font-medium">
              {t('settings.action')}
            </th>
            <th scope="col" className="px-2 py-1 font-medium max-md:hidden">
              {t('settings.where')}
            </th>
            <th scope="col" className="px-2 py-1 font-medium">
              {t('settings.current')}
            </th>
            <th scope="col" className="px-3 py-1 text-right font-medium">
              {t('settings.change')}
            </th>
          </tr>
        </thead>
        <tbody>
          {KEY_ACTIONS.map((action) => (
            <KeyRow
              key={action}
              action={action}
              bindings={bindings}
              recording={recording === action}
              onRecord={(on) => setRecording(on ? action : null)}
            />
          ))}
        </tbody>
      </table>
    </Section>
  );
}
