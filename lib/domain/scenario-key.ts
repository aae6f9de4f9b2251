/**
 * The normalised name of a scenario: lower-case, everything but `[a-z0-9_]` becomes `_`, runs of `_` become one,
 * none at either end. Two spellings with one key are one scenario. '' where nothing is left.
 */
export function scenarioKey(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9_]/g, '_')
    .replace(/_+/g, '_')
    .replace(/^_|_$/g, '');
}
