/** In the browser only. */
export function isMac(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.platform);
}

/** The key that stands for "command" on this keyboard. In the browser only. */
export function commandKeyLabel(): string {
  return isMac() ? '⌘' : 'Ctrl ';
}
