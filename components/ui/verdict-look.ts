export type VerdictTone = 'ok' | 'warn' | 'err';

/** Tone and glyph of what a verifier said, as the wire names it, or a person said (mixed: people differ); what is no verdict is an error. */
export function verdictLook(verdict: string): { readonly tone: VerdictTone; readonly glyph: string } {
  switch (verdict) {
    case 'complete':
      return { tone: 'ok', glyph: '✓' };
    case 'incomplete':
      return { tone: 'warn', glyph: '!' };
    case 'mixed':
      return { tone: 'warn', glyph: '~' };
    default:
      return { tone: 'err', glyph: '✕' };
  }
}
