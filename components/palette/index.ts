export { usePaletteItems, type PaletteItem } from './items.ts';
export { useSessionPalette } from './session-items.ts';
