/** How much fits on a screen; the sizes stand in app/tokens.css. */
export const DENSITIES = ['compact', 'default', 'comfortable'] as const;
export type Density = (typeof DENSITIES)[number];

const STORAGE_KEY = 'awm.density';

/** Runs before the first paint, so that nothing jumps. */
export const DENSITY_SCRIPT = `;(function(){try{var d=localStorage.getItem('${STORAGE_KEY}');
if(d==='compact'||d==='comfortable')document.documentElement.dataset.density=d}catch(e){}})()`;

const listeners = new Set<() => void>();

/** For useSyncExternalStore, with `readDensity`. */
export function subscribeDensity(onChange: () => void): () => void {
  listeners.add(onChange);
  return () => listeners.delete(onChange);
}

/** As the page has it now. */
export function readDensity(): Density {
  const { density } = document.documentElement.dataset;
  return DENSITIES.find((one) => one === density) ?? 'default';
}

/** Where storage is refused the choice holds for this page only. */
export function applyDensity(density: Density): void {
  if (density === 'default') delete document.documentElement.dataset.density;
  else document.documentElement.dataset.density = density;
  try {
    if (density === 'default') localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, density);
  } catch {
    // Said above.
  }
  for (const listener of listeners) listener();
}
