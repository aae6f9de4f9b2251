/** The person's choice; `system` follows the operating system's preference. */
export type ThemeChoice = 'system' | 'light' | 'dark';

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

export function applyTheme(choice: ThemeChoice): void {
  document.documentElement.dataset.theme = resolveTheme(choice);
  try {
    if (choice === 'system') localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, choice);
  } catch {
    // The choice holds for this page only.
  }
}

/** Follows the system's preference while the choice is `system`. Returns unsubscribe. */
export function followSystemTheme(onChange: () => void): () => void {
  const query = window.matchMedia(DARK_QUERY);
  const listener = (): void => {
    if (readTheme() === 'system') applyTheme('system');
    onChange();
  };
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}
