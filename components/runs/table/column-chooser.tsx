'use client';

import { type ReactNode } from 'react';
import { t } from '../messages.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Popover } from '../../ui/popover.tsx';
import { COLUMN_NAMES, type ColumnName, columnOf, STANDARD_COLUMNS } from './columns.tsx';

interface ColumnChooserProps {
  readonly columns: readonly ColumnName[];
  /** Null: the standard ones. */
  readonly onChange: (columns: readonly ColumnName[] | null) => void;
}

/** Which columns the table shows, and in which order. */
export function ColumnChooser({ columns, onChange }: ColumnChooserProps): ReactNode {
  function set(next: readonly ColumnName[]): void {
    onChange(next.join() === STANDARD_COLUMNS.join() ? null : next);
  }
  function move(name: ColumnName, by: number): void {
    const at = columns.indexOf(name);
    const rest = columns.filter((other) => other !== name);
    set(rest.toSpliced(Math.max(1, at + by), 0, name));
  }
  const others = COLUMN_NAMES.filter((name) => !columns.includes(name));
  return (
    <Popover
      label={t('runs.columns.title')}
      align="end"
      className="max-h-[70dvh] w-64 overflow-y-auto"
      trigger={(props) => (
        <Button {...props} variant="ghost">
          {t('runs.columns.title')}
        </Button>
      )}
    >
      {() => (
        <div className="flex flex-col">
          <ul>
            {columns.map((name, at) => (
              <li key={name} className="flex items-center">
                <Checkbox
                  checked
                  disabled={name === 'run'}
                  onChange={() => set(columns.filter((other) => other !== name))}
                  className="min-w-0 flex-1"
                  label={named(name)}
                />
                {name === 'run' ? null : (
                  <>
                    <Button
                      variant="ghost"
                      size="icon-sm"
                      disabled={at <= 1}
                      focusableWhenDisabled
                      aria-label={t('runs.columns.earlier', { name: named(name) })}
                      onClick={() => move(name, -1)}
                    >
                      <Icon name="up" className="size-3" />
                    </Button>
                    <Button
                      variant="ghost"
                      size="icon-sm"
                      disabled={at === columns.length - 1}
                      focusableWhenDisabled
                      aria-label={t('runs.columns.later', { name: named(name) })}
                      onClick={() => move(name, 1)}
                    >
                      <Icon name="down" className="size-3" />
                    </Button>
                  </>
                )}
              </li>
            ))}
          </ul>
          <ul className="mt-1 border-line border-t pt-1">
            {others.map((name) => (
              <li key={name}>
                <Checkbox
                  checked={false}
                  onChange={() => set([...columns, name])}
                  className="w-full"
                  label={named(name)}
                />
              </li>
            ))}
          </ul>
          <Button size="sm" className="mt-2 self-start" onClick={() => onChange(null)}>
            {t('runs.columns.standard')}
          </Button>
        </div>
      )}
    </Popover>
  );
}

function named(name: ColumnName): string {
  return t(columnOf(name).label);
}
