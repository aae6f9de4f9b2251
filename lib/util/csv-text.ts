/** A text as a CSV cell (RFC 4180). What a spreadsheet would take for a formula gets an apostrophe before it. */
export function csvText(text: string): string {
  const harmless = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
