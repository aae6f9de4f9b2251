export { usePaletteItems } from './items.ts';
export { useSessionPalette } from './session-items.ts';
