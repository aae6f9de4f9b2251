import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { conflictOf, type Bindings } from '../../lib/client/keys/bindings.ts';
import { showKeys, strokeOf } from '../../lib/client/keys/stroke.ts';
import { KEYS, type KeyAction } from '../../lib/client/keys/table.ts';
import { t } from './messages.ts';
import { isMac } from '../../lib/client/platform.ts';

/** After the last stroke, as long as a sequence may take. */
const SETTLE_MS = 1_000;
const MAX_STROKES = 2;
/** What browsers do not let a page have, or would be missed. */
const RESERVED = new Set(
  'mod+w mod+t mod+n mod+q mod+r mod+l mod+c mod+v mod+x mod+a mod+z F5 F11 F12 Tab'.split(' '),
);

interface KeyRecorderProps {
  readonly action: KeyAction;
  readonly bindings: Bindings;
  /** With the keys as the table writes them; null where the old ones stay. */
  readonly onDone: (keys: string | null) => void;
}

/** Takes the next key, or two in a row, for an action. Refuses what another action or the browser has, and says so. */
export function KeyRecorder({ action, bindings, onDone }: KeyRecorderProps): ReactNode {
  const id = useId();
  const field = useRef<HTMLButtonElement>(null);
  const [pressed, setPressed] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const mac = isMac();

  useEffect(() => field.current?.focus(), []);

  useEffect(() => {
    if (pressed === '') return;
    const timer = setTimeout(() => {
      const other = conflictOf(bindings, action, pressed);
      if (other === null) {
        onDone(pressed);
        return;
      }
      setProblem(t('settings.taken', { keys: showKeys(pressed, mac), action: t(KEYS[other].label) }));
      setPressed('');
    }, SETTLE_MS);
    return () => clearTimeout(timer);
  }, [pressed, action, bindings, mac, onDone]);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Tab') return;
    event.preventDefault();
    if (event.key === 'Escape') {
      onDone(null);
      return;
    }
    const stroke = strokeOf(event.nativeEvent, mac);
    if (stroke === null || event.repeat) return;
    if (RESERVED.has(stroke)) {
      setProblem(t('settings.reserved', { keys: showKeys(stroke, mac) }));
      return;
    }
    setProblem(null);
    const strokes = pressed === '' ? [] : pressed.split(' ');
    setPressed([...strokes, stroke].slice(-MAX_STROKES).join(' '));
  }

  return (
    <span className="flex flex-col gap-0.5 py-0.5">
      <button
        ref={field}
        type="button"
        aria-describedby={id}
        onKeyDown={onKeyDown}
        onBlur={() => onDone(null)}
        className="min-h-dense rounded-1 border border-focus bg-surface px-2 text-left"
      >
        {pressed === '' ? t('settings.press') : t('settings.pressed', { keys: showKeys(pressed, mac) })}
      </button>
      <span id={id} role="status" className="text-err text-xs">
        {problem}
      </span>
    </span>
  );
}
