'use client';

import { NavLink } from './nav-link.tsx';
import { type ReactNode, useEffect, useRef } from 'react';
import { keysOf } from '../../lib/client/keys/bindings.ts';
import { showKeys } from '../../lib/client/keys/stroke.ts';
import { KEY_ACTIONS, KEYS, type KeyAction, type KeyGroup } from '../../lib/client/keys/table.ts';
import { useBindings, useWaitingActions } from '../../lib/client/keys/use-key.ts';
import { t } from '../../lib/client/messages/index.ts';
import { isMac } from '../../lib/client/platform.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { Kbd } from '../ui/kbd.tsx';

/** The keys that do something on this page now. */
export function KeySheet({ onClose }: { readonly onClose: () => void }): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const waiting = useWaitingActions();
  const bindings = useBindings();
  useEffect(() => {
    dialog.current?.showModal();
    // Its buttons are at the end of what may be long.
    title.current?.focus();
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
      className="m-auto max-h-[calc(100dvh-32px)] w-[960px] max-w-[calc(100vw-24px)] flex-col overflow-hidden rounded-2 border border-line-strong bg-overlay p-0 text-text shadow-2 backdrop:bg-[rgb(10_12_16/.45)] open:flex"
    >
      <div className="flex shrink-0 flex-wrap items-baseline gap-x-3 border-line border-b px-4 py-3">
        <h2 id="key-sheet-title" ref={title} tabIndex={-1} className="font-semibold text-lg outline-none">
          {t('keys.title')}
        </h2>
        <p className="text-sm text-text-2">{t(bindings.off ? 'keys.off' : 'keys.hint')}</p>
      </div>
      <div
        tabIndex={0}
        role="group"
        aria-labelledby="key-sheet-title"
        data-keys=""
        className="grid min-h-0 gap-x-8 gap-y-4 overflow-y-auto px-4 py-3 outline-offset-[-2px] md:grid-cols-[2fr_1fr]"
      >
        <Group group="act" actions={actions} className="gap-x-8 md:columns-2" />
        <div className="flex flex-col gap-4">
          <Group group="move" actions={actions} />
          <Group group="anywhere" actions={actions} />
        </div>
      </div>
      <div className="flex shrink-0 justify-end gap-2 border-line border-t px-4 py-3">
        <NavLink href="/settings" className={buttonClass()} onClick={onClose}>
          {t('keys.settings')}
        </NavLink>
        <Button onClick={onClose}>{t('palette.close')}</Button>
      </div>
    </dialog>
  );
}

interface GroupProps {
  readonly group: KeyGroup;
  readonly actions: readonly KeyAction[];
  readonly className?: string;
}

function Group({ group, actions, className = '' }: GroupProps): ReactNode {
  const bindings = useBindings();
  const mac = isMac();
  const own = actions.filter((action) => KEYS[action].group === group);
  if (own.length === 0) return null;
  const label = t(`keys.group.${group}`);
  return (
    <section aria-label={label}>
      <h3 className="mb-1 font-medium text-sm text-text-2">{label}</h3>
      <dl className={cx('text-sm', className)}>
        {own.map((action) => (
          <div key={action} className="flex break-inside-avoid items-center gap-x-3">
            <dt className="min-h-dense flex-1 content-center">{t(KEYS[action].label)}</dt>
            <dd className="flex shrink-0 justify-end gap-1">
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
