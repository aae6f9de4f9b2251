const TEXT_INPUTS = new Set([
  'checkbox',
  'radio',
  'button',
  'submit',
  'reset',
  'range',
  'color',
  'file',
  'image',
]);
const TEXT_PLACES = '[contenteditable=""], [contenteditable="true"], [role="textbox"], .monaco-editor';
/** They have their own letters (typeahead) or ask for a decision first. */
const CLOSED_PLACES = 'dialog, [role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';
const ARROW_PLACES =
  'input, select, [role="tablist"], [role="radiogroup"], [role="tree"], [role="treegrid"], [role="grid"], [role="slider"], [role="separator"], [role="toolbar"]';
const PRESSED_PLACES =
  'button, input, select, summary, [role="button"], [role="tab"], [role="option"], [role="treeitem"], [role="checkbox"], [role="radio"], [role="switch"]';

/** Whether keys type text where the focus is. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  if (target instanceof HTMLInputElement) return !TEXT_INPUTS.has(target.type);
  return (
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    target.closest(TEXT_PLACES) !== null
  );
}

/**
 * Whether the focus is in something that keeps all keys for itself, or the page is under a dialog: one that has just opened
 * has no focus yet, and a key that is meant for it must do nothing to what is under it.
 */
export function isClosed(target: EventTarget | null): boolean {
  if (document.querySelector('[data-modal]') !== null) return true;
  return target instanceof Element && target.closest(CLOSED_PLACES) !== null;
}

/** Whether the element with the focus has a use of its own for this stroke: Space on a button, arrows among tabs. */
export function ownsStroke(target: EventTarget | null, stroke: string): boolean {
  if (!(target instanceof Element)) return false;
  if (stroke === 'Space') return target.closest(PRESSED_PLACES) !== null;
  // A link is followed by Enter; Space does nothing to it.
  if (stroke === 'Enter') return target.closest(`a[href], ${PRESSED_PLACES}`) !== null;
  if (/^(Arrow|Home$|End$|Page)/.test(stroke))
    return target.closest(ARROW_PLACES) !== null || scrollsBy(target, stroke);
  return false;
}

/** Whether the stroke moves what a focused part of the page shows of a longer text. */
function scrollsBy(target: Element, stroke: string): boolean {
  if (!/auto|scroll/.test(getComputedStyle(target).overflowY)) return false;
  return /Left$|Right$/.test(stroke)
    ? target.scrollWidth > target.clientWidth
    : target.scrollHeight > target.clientHeight;
}
