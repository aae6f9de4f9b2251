import type { KeyboardEvent } from 'react';

/** Arrows among radio buttons choose, as the browser's own do. */
export function moveRadio(event: KeyboardEvent<HTMLElement>): void {
  const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (by === undefined) return;
  const radios = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=radio]')];
  const at = radios.findIndex((radio) => radio === document.activeElement);
  const next = radios[(at + by + radios.length) % radios.length];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
  next.click();
}
