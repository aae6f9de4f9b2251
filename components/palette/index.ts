export { usePaletteItems, type PaletteItem } from './items.ts';
