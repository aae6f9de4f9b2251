/** The person's choice; `system` follows the operating system's preference. */
export const THEMES = ['system', 'light', 'dark'] as const;
export type ThemeChoice = (typeof THEMES)[number];

const STORAGE_KEY = 'awm.theme';
const DARK_QUERY = '(prefers-color-scheme: dark)';

/** Runs before the first paint, so that no theme flashes. Storage may be refused inside another site's frame. */
export const THEME_SCRIPT = `(function(){var c='system';try{c=localStorage.getItem('${STORAGE_KEY}')||c}catch(e){}
var d=c==='dark'||(c!=='light'&&matchMedia('${DARK_QUERY}').matches);document.documentElement.dataset.theme=d?'dark':'light'})()`;

export function readTheme(): ThemeChoice {
  try {
    const stored = localStorage.getItem(STORAGE_KEY);
    return stored === 'light' || stored === 'dark' ? stored : 'system';
  } catch {
    return 'system';
  }
}

function resolveTheme(choice: ThemeChoice): 'light' | 'dark' {
  if (choice !== 'system') return choice;
  return window.matchMedia(DARK_QUERY).matches ? 'dark' : 'light';
}

/** Chooses a theme. Where storage is refused the choice holds for this page only. */
export function chooseTheme(choice: ThemeChoice): void {
  document.documentElement.dataset.theme = resolveTheme(choice);
  try {
    if (choice === 'system') localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, choice);
  } catch {
    // Said above.
  }
  for (const listener of listeners) listener();
}

const listeners = new Set<() => void>();

/** For useSyncExternalStore, with `readTheme`. Follows the system's preference while the choice is `system`. */
export function subscribeTheme(onChange: () => void): () => void {
  const query = window.matchMedia(DARK_QUERY);
  const followSystem = (): void => {
    if (readTheme() === 'system') document.documentElement.dataset.theme = resolveTheme('system');
    onChange();
  };
  listeners.add(onChange);
  query.addEventListener('change', followSystem);
  return () => {
    listeners.delete(onChange);
    query.removeEventListener('change', followSystem);
  };
}
