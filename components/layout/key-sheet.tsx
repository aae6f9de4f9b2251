'use client';

import { NavLink } from './nav-link.tsx';
import { type ReactNode, useEffect, useRef } from 'react';
import { keysOf } from '../../lib/client/keys/bindings.ts';
import { showKeys } from '../../lib/client/keys/stroke.ts';
import { KEY_ACTIONS, KEY_GROUPS, KEYS, type KeyAction } from '../../lib/client/keys/table.ts';
import { useBindings, useWaitingActions } from '../../lib/client/keys/use-key.ts';
import { t } from '../../lib/client/messages/index.ts';
import { isMac } from '../../lib/client/platform.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Kbd } from '../ui/kbd.tsx';

/** The keys that do something on this page now. */
export function KeySheet({ onClose }: { readonly onClose: () => void }): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null);
  const waiting = useWaitingActions();
  const bindings = useBindings();
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  const actions = KEY_ACTIONS.filter(
    (action) => waiting.includes(action) && keysOf(bindings, action).length > 0,
  );
  return (
    <dialog
      ref={dialog}
      aria-labelledby="key-sheet-title"
      onClose={onClose}
      onMouseDown={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
      className="m-auto w-[760px] max-w-[calc(100vw-24px)] rounded-2 border border-line-strong bg-overlay p-0 text-text shadow-2 backdrop:bg-[rgb(10_12_16/.45)]"
    >
      <div className="flex flex-col gap-4 p-4">
        <div className="flex items-baseline gap-3">
          <h2 id="key-sheet-title" className="font-semibold text-lg">
            {t('keys.title')}
          </h2>
          <p className="text-sm text-text-2">{t(bindings.off ? 'keys.off' : 'keys.hint')}</p>
        </div>
        <div className="grid gap-x-7 gap-y-4 md:grid-cols-3">
          {KEY_GROUPS.map((group) => (
            <Group
              key={group}
              label={t(`keys.group.${group}`)}
              actions={actions.filter((one) => KEYS[one].group === group)}
            />
          ))}
        </div>
        <div className="flex justify-end gap-2">
          <NavLink href="/settings" className={buttonClass()} onClick={onClose}>
            {t('keys.settings')}
          </NavLink>
          <Button autoFocus onClick={onClose}>
            {t('palette.close')}
          </Button>
        </div>
      </div>
    </dialog>
  );
}

function Group({
  label,
  actions,
}: {
  readonly label: string;
  readonly actions: readonly KeyAction[];
}): ReactNode {
  const bindings = useBindings();
  const mac = isMac();
  if (actions.length === 0) return null;
  return (
    <section aria-label={label}>
      <h3 className="mb-1 font-medium text-sm text-text-2">{label}</h3>
      <dl className="grid grid-cols-[1fr_auto] items-center gap-x-3 text-sm">
        {actions.map((action) => (
          <div key={action} className="contents">
            <dt className="min-h-dense content-center">{t(KEYS[action].label)}</dt>
            <dd className="flex justify-end gap-1">
              {keysOf(bindings, action).map((keys) => (
                <Kbd key={keys}>{showKeys(keys, mac)}</Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
