'use client';

import { type ReactNode, useRef } from 'react';
import { t } from './messages.ts';
import { Icon } from '../ui/icon.tsx';

type Format = 'date' | 'date-time' | 'time';

interface DateAidProps {
  readonly name: string;
  readonly format: Format;
  readonly text: string;
  readonly onPick: (text: string) => void;
}

const INPUT_TYPES: Readonly<Record<Format, string>> = {
  date: 'date',
  'date-time': 'datetime-local',
  time: 'time',
};

/** The browser's own picker beside the text. It never changes the time zone that was typed. */
export function DateAid({ name, format, text, onPick }: DateAidProps): ReactNode {
  const picker = useRef<HTMLInputElement>(null);
  const zone = /([zZ]|[+-]\d{2}:?\d{2})$/.exec(format === 'date' ? '' : text)?.[1] ?? '';
  return (
    <span className="relative flex shrink-0 items-center gap-1 pr-1 pl-1 text-text-2 text-xs">
      {text === '' || format === 'date' ? null : (
        <span className="whitespace-nowrap">
          {zone === '' ? t('form.noZone') : /^z$/i.test(zone) ? t('form.utc') : null}
        </span>
      )}
      <button
        type="button"
        aria-label={t('form.pickDate', { name })}
        title={t('form.pickDate', { name })}
        className="grid size-5 place-items-center rounded-1 hover:bg-surface-2 hover:text-text"
        onClick={() => picker.current?.showPicker()}
      >
        <Icon name="calendar" className="size-3.5" />
      </button>
      <input
        ref={picker}
        type={INPUT_TYPES[format]}
        step={1}
        tabIndex={-1}
        aria-hidden="true"
        value={localPart(format, text)}
        className="pointer-events-none absolute right-0 bottom-0 size-0 opacity-0"
        onChange={(event) => {
          const picked = event.target.value;
          if (picked === '') return;
          onPick(
            format === 'date-time'
              ? `${withSeconds(picked)}${zone === '' && text === '' ? 'Z' : zone}`
              : picked,
          );
        }}
      />
    </span>
  );
}

function withSeconds(picked: string): string {
  return /T\d{2}:\d{2}$/.test(picked) ? `${picked}:00` : picked;
}

/** What the picker understands of the text. */
function localPart(format: Format, text: string): string {
  const [date = '', time = ''] = text.split(/[Tt ]/);
  if (format === 'date') return /^\d{4}-\d{2}-\d{2}$/.test(date) ? date : '';
  const clock = /^\d{2}:\d{2}(:\d{2})?/.exec(format === 'time' ? text : time)?.[0] ?? '';
  if (format === 'time' || clock === '') return clock;
  return `${date}T${clock}`;
}
