'use client';

import type { KeyboardEvent, ReactNode } from 'react';
import { t } from '../../lib/client/messages/index.ts';
import { allowedStates, stateOf, withState, type FieldState } from '../../lib/schema-form/index.ts';
import { cx } from '../ui/cx.ts';
import { Icon } from '../ui/icon.tsx';
import { Menu } from '../ui/menu.tsx';
import { useForm } from './form-context.ts';
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
          title={t('form.state.title', { state: now })}
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

/** ⌥→ in a field: its next state. */
export function useStateKey(place: Place): (event: KeyboardEvent) => void {
  const { form, change } = useForm();
  return (event) => {
    if (event.key !== 'ArrowRight' || !event.altKey || event.ctrlKey || event.metaKey || event.shiftKey)
      return;
    const { node, draft, required, path } = place;
    const states = allowedStates(form, node, draft, required);
    const next = states[(states.indexOf(stateOf(form, node, draft)) + 1) % states.length];
    if (states.length < 2 || next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    change(path, (was) => withState(form, node, was, next));
  };
}
