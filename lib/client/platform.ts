/** The key that stands for "command" on this keyboard. In the browser only. */
export function commandKeyLabel(): string {
  return /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl ';
}
