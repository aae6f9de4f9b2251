import type { ReactNode } from 'react';
import { keysOf, rebind, unbind, writeBindings, type Bindings } from '../../lib/client/keys/bindings.ts';
import { showKeys } from '../../lib/client/keys/stroke.ts';
import { KEYS, type KeyAction } from '../../lib/client/keys/table.ts';
import { useIsMac } from '../../lib/client/keys/use-key.ts';
import { t } from './messages.ts';
import { Button } from '../ui/button.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { KeyRecorder } from './key-recorder.tsx';

interface KeyRowProps {
  readonly action: KeyAction;
  readonly bindings: Bindings;
  readonly recording: boolean;
  readonly onRecord: (on: boolean) => void;
}

export function KeyRow({ action, bindings, recording, onRecord }: KeyRowProps): ReactNode {
  const mac = useIsMac();
  const name = t(KEYS[action].label);
  const keys = keysOf(bindings, action);
  const changed = bindings.changed[action] !== undefined;
  return (
    <tr className="border-line border-t">
      <th scope="row" className="px-3 py-0.5 text-left font-normal">
        {name}
      </th>
      <td className="px-2 py-0.5 whitespace-nowrap text-text-2 max-md:hidden">
        {t(`settings.scope.${KEYS[action].scope}`)}
      </td>
      <td className="px-2 py-0.5">
        {recording ? (
          <KeyRecorder
            action={action}
            bindings={bindings}
            onDone={(pressed) => {
              if (pressed !== null) writeBindings(rebind(bindings, action, [pressed]));
              onRecord(false);
            }}
          />
        ) : (
          <span className="inline-flex min-h-dense flex-wrap items-center gap-1">
            {keys.length === 0 ? <span className="text-text-2">{t('settings.none')}</span> : null}
            {keys.map((one) => (
              <Kbd key={one}>{showKeys(one, mac)}</Kbd>
            ))}
          </span>
        )}
      </td>
      <td className="px-3 py-0.5">
        <span className="flex justify-end gap-1 max-md:flex-wrap">
          {changed ? (
            <Button
              size="sm"
              variant="ghost"
              aria-label={t('settings.resetOf', { action: name })}
              onClick={() => writeBindings(unbind(bindings, action))}
            >
              {t('settings.reset')}
            </Button>
          ) : null}
          {keys.length === 0 ? null : (
            <Button
              size="sm"
              variant="ghost"
              aria-label={t('settings.turnOffOf', { action: name })}
              onClick={() => writeBindings(rebind(bindings, action, []))}
            >
              {t('settings.turnOff')}
            </Button>
          )}
          <Button
            size="sm"
            aria-label={t('settings.changeOf', { action: name })}
            aria-pressed={recording}
            onClick={() => onRecord(!recording)}
          >
            {t('settings.change')}
          </Button>
        </span>
      </td>
    </tr>
  );
}
