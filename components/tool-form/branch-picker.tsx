'use client';

import type { ReactNode } from 'react';
import { t } from './messages.ts';
import { chooseBranch } from '../../lib/schema-form/index.ts';
import { Icon } from '../ui/icon.tsx';
import { Menu } from '../ui/menu.tsx';
import { useForm } from './form-context.ts';
import type { Place } from './place.ts';
import { branchLabel } from './type-label.ts';

/** Which of several schemas a value follows. What was put into the others stays with them. */
export function BranchPickers({ place }: { readonly place: Place }): ReactNode {
  const { form, change } = useForm();
  return place.pickers.map(({ node, chosen, path }) => {
    const current = node.branches[chosen];
    const now = current === undefined ? '' : branchLabel(form, current);
    return (
      <Menu
        key={path}
        label={t('form.branch.menu', { name: place.name })}
        entries={node.branches.map((branch, index) => ({
          id: String(index),
          label: branchLabel(form, branch),
          checked: index === chosen,
          onSelect: () => change(path, (was) => chooseBranch(was, index)),
        }))}
        trigger={(trigger) => (
          <button
            type="button"
            {...trigger}
            aria-label={t('form.branch.label', { name: place.name, type: now })}
            className="inline-flex min-h-5 max-w-full items-center gap-0.5 rounded-1 pr-0.5 font-sans text-text-2 text-xs hover:bg-surface-2 hover:text-text"
          >
            <span className="truncate">{now}</span>
            <Icon name="down" className="size-2.5" />
          </button>
        )}
      />
    );
  });
}
