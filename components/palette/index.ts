export { type PaletteItem, usePaletteItems } from './items.ts';
export { useSessionPalette, useStepPalette } from './session-items.ts';
