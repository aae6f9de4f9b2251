import { currentLanguage, LANGUAGES, speak, type Language } from './messages/index.ts';

const STORAGE_KEY = 'awm.language';
/** Words that do not come must not hide the page. */
const HIDDEN_AT_MOST_MS = 2_000;

/**
 * Runs before the first paint. The page's HTML is English; where another language is chosen it stays unseen until the words
 * are there, or for two seconds.
 */
export const LANGUAGE_SCRIPT = `;(function(){var c;try{c=localStorage.getItem('${STORAGE_KEY}')}catch(e){}
if(c!=='zh-CN')return;var d=document.documentElement;d.lang=c;d.style.visibility='hidden';
setTimeout(function(){d.style.visibility=''},${HIDDEN_AT_MOST_MS})})()`;

/** Each in its own words. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', 'zh-CN': '简体中文' };

const listeners = new Set<() => void>();

/** For useSyncExternalStore, with `currentLanguage`. */
export function subscribeLanguage(onChange: () => void): () => void {
  listeners.add(onChange);
  const followOtherTabs = (event: StorageEvent): void => {
    if (event.key === STORAGE_KEY) void speakStored();
  };
  window.addEventListener('storage', followOtherTabs);
  return () => {
    listeners.delete(onChange);
    window.removeEventListener('storage', followOtherTabs);
  };
}

/** The choice; English where nothing is chosen or storage is refused. */
function readLanguage(): Language {
  try {
    const stored = localStorage.getItem(STORAGE_KEY);
    return LANGUAGES.find((language) => language === stored) ?? 'en';
  } catch {
    return 'en';
  }
}

/** Chooses a language for this browser. @throws where its words do not load: nothing has changed then */
export async function chooseLanguage(language: Language): Promise<void> {
  await apply(language);
  try {
    if (language === 'en') localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, language);
  } catch {
    // The choice holds for this page only.
  }
}

/** Speaks the chosen language; English where its words do not load. */
export async function speakStored(): Promise<void> {
  try {
    await apply(readLanguage());
  } catch {
    await apply('en');
  } finally {
    document.documentElement.style.visibility = '';
  }
}

async function apply(language: Language): Promise<void> {
  if (language !== currentLanguage()) {
    await speak(language);
    for (const listener of listeners) listener();
  }
  document.documentElement.lang = language;
}
