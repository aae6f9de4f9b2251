/** What of a KeyboardEvent tells one stroke from another. */
export interface KeyPress {
  readonly key: string;
  readonly code: string;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly getModifierState: (modifier: string) => boolean;
}

const MODIFIER_KEYS = new Set([
  'Shift',
  'Control',
  'Alt',
  'AltGraph',
  'Meta',
  'CapsLock',
  'Fn',
  'NumLock',
  'Dead',
]);

/**
 * The stroke of an event as the key table writes it: `j`, `J`, `?`, `mod+k`, `alt+ArrowRight`, `shift+F6`. Null for a modifier
 * alone, and for combinations that belong to the system.
 */
export function strokeOf(event: KeyPress, isMac: boolean): string | null {
  if (MODIFIER_KEYS.has(event.key)) return null;
  // AltGr types characters; Windows tells it as Ctrl and Alt together.
  const typesByAltGr = event.getModifierState('AltGraph');
  const mod = isMac ? event.metaKey : event.ctrlKey && !typesByAltGr;
  const other = isMac ? event.ctrlKey : event.metaKey;
  if (other) return null;
  const alt = event.altKey && !typesByAltGr;
  const key = keyName(event, alt);
  const shift = event.shiftKey && key.length > 1;
  return `${mod ? 'mod+' : ''}${alt ? 'alt+' : ''}${shift ? 'shift+' : ''}${key}`;
}

function keyName({ key, code, shiftKey }: KeyPress, alt: boolean): string {
  if (key === ' ') return 'Space';
  if (key.length > 1) return key;
  // Where the layout has other letters, or Alt makes another one of it, the place on the keyboard counts.
  const latin = /^Key([A-Z])$/.exec(code)?.[1];
  const letter =
    /[a-z]/i.test(key) && !alt ? key : (key.codePointAt(0) ?? 0) > 0x7f || alt ? latin : undefined;
  if (letter === undefined) return key;
  return shiftKey ? letter.toUpperCase() : letter.toLowerCase();
}

const GLYPHS: Readonly<Record<string, string>> = {
  Enter: '↵',
  Escape: 'Esc',
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Backspace: '⌫',
};

/** Caps for the eye: `⌘K`, `Ctrl+K`, `⇧F`, `g g`. */
export function showKeys(keys: string, isMac: boolean): string {
  return keys
    .split(' ')
    .map((stroke) => showStroke(stroke, isMac))
    .join(' ');
}

function showStroke(stroke: string, isMac: boolean): string {
  const parts = stroke === '+' ? ['+'] : stroke.split('+');
  const key = parts.at(-1) ?? '';
  const modifiers = parts.slice(0, -1);
  const capital = key.length === 1 && key !== key.toLowerCase();
  const names = modifiers.map((modifier) => modifierName(modifier, isMac));
  if (capital) names.push('⇧');
  const shown = GLYPHS[key] ?? (names.length > 0 && key.length === 1 ? key.toUpperCase() : key);
  return names.join('') + shown;
}

function modifierName(modifier: string, isMac: boolean): string {
  switch (modifier) {
    case 'mod':
      return isMac ? '⌘' : 'Ctrl+';
    case 'alt':
      return isMac ? '⌥' : 'Alt+';
    default:
      return '⇧';
  }
}

/** For `aria-keyshortcuts`; null for a sequence, which that cannot say. */
export function ariaKeys(keys: string, isMac: boolean): string | null {
  if (keys.includes(' ')) return null;
  const [key = '', ...modifiers] = keys.split('+').reverse();
  const names = modifiers.map((modifier) =>
    modifier === 'mod' ? (isMac ? 'Meta' : 'Control') : modifier === 'alt' ? 'Alt' : 'Shift',
  );
  if (key.length === 1 && key !== key.toLowerCase()) names.push('Shift');
  return [...names, key].join('+');
}
