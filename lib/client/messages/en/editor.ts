export const editor = {
  failed:
    'The editor did not load; the text is shown plainly. The server may be away, or was updated: reload the page.',
  leave: 'Tab leaves the editor; Ctrl+M lets Tab indent',
} as const;
