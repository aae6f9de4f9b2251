/** Moves the focus to the first field of an element that is about to be drawn. */
export function focusIn(id: string): void {
  requestAnimationFrame(() => {
    const row = document.getElementById(id);
    const field = row?.querySelector<HTMLElement>('[data-text], [role=combobox], input[type=radio]');
    (field ?? row?.querySelector<HTMLElement>('button'))?.focus();
  });
}

export function focusOn(id: string): void {
  requestAnimationFrame(() => document.getElementById(id)?.focus());
}
