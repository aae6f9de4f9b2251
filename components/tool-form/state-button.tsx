'use client';

import type { ReactNode } from 'react';
import { useKeyLabel } from '../../lib/client/keys/index.ts';
import { t } from './messages.ts';
import { allowedStates, stateOf, withState, type FieldState } from '../../lib/schema-form/index.ts';
import { cx } from '../ui/cx.ts';
import { Icon } from '../ui/icon.tsx';
import { Menu } from '../ui/menu.tsx';
import { useForm } from './form-context.ts';
import { registerNextState } from './next-state.ts';
import type { Place } from './place.ts';

const GLYPHS: Readonly<Record<FieldState, ReactNode>> = {
  absent: <Icon name="absent" className="size-3" />,
  null: 'n',
  empty: '""',
  value: <Icon name="pen" className="size-3" />,
};

/** Absent, null, empty, value: those that the schema allows. Nothing where there is no choice. */
export function StateButton({
  place,
  solo = false,
}: {
  readonly place: Place;
  readonly solo?: boolean;
}): ReactNode {
  const { form, change } = useForm();
  const { node, draft, required, name, path } = place;
  const key = useKeyLabel('field.state');
  const states = allowedStates(form, node, draft, required);
  if (states.length < 2) return null;
  const state = stateOf(form, node, draft);
  const now = t(`form.state.${state}`);
  return (
    <Menu
      label={t('form.state.menu', { name })}
      entries={states.map((one) => ({
        id: one,
        label: t(`form.state.${one}`),
        detail: t(`form.state.${one}Detail`),
        checked: one === state,
        ...(one === 'absent' ? { shortcut: '⌫' } : {}),
        onSelect: () => change(path, (was) => withState(form, node, was, one)),
      }))}
      trigger={(trigger) => (
        <button
          type="button"
          {...trigger}
          aria-label={t('form.state.label', { name, state: now })}
          title={key === null ? now : t('form.state.title', { state: now, key: key.shown })}
          className={cx(
            'inline-grid w-6 shrink-0 place-items-center self-stretch font-mono font-semibold text-sm text-text-2 leading-none tracking-tighter hover:bg-surface-3 focus-visible:-outline-offset-1 aria-expanded:bg-accent aria-expanded:text-on-accent',
            solo
              ? 'h-[calc(var(--control)-2px)] rounded-1 border border-line-control bg-surface-2'
              : 'rounded-l-[3px] border-line-strong border-r bg-surface-2',
            state === 'absent' && 'border-dashed bg-transparent',
          )}
        >
          {GLYPHS[state]}
        </button>
      )}
    />
  );
}

/** For the `ref` of a field's element: the key for the next state finds it there. */
export function useNextState(place: Place): (element: Element | null) => void {
  const { form, change } = useForm();
  return (element) =>
    registerNextState(element, () => {
      const { node, draft, required, path } = place;
      const states = allowedStates(form, node, draft, required);
      const next = states[(states.indexOf(stateOf(form, node, draft)) + 1) % states.length];
      if (states.length > 1 && next !== undefined) change(path, (was) => withState(form, node, was, next));
    });
}
