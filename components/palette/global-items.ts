import { DENSITIES, applyDensity } from '../../lib/client/density.ts';
import { chooseLanguage, LANGUAGE_NAMES } from '../../lib/client/language.ts';
import { LANGUAGES } from '../../lib/client/messages/index.ts';
import { t } from './messages.ts';
import { chooseTheme, THEMES } from '../../lib/client/theme.ts';
import type { Scenario } from '../../lib/contracts/rest.ts';
import { showToast } from '../ui/toast.ts';
import type { PaletteItem } from './items.ts';

/** Of the tasks' text as much as tells one from another. */
const TASK_SHOWN = 160;

/** What can be done on every page. */
export function globalActions(): readonly PaletteItem[] {
  return [
    place('scenarios', '/', t('nav.scenarios')),
    place('sessions', '/sessions', t('nav.sessions')),
    place('runs', '/runs', t('nav.runs')),
    place('compare', '/compare', t('nav.compare')),
    place('settings', '/settings', t('nav.settings')),
    ...THEMES.map((theme) =>
      action(`theme/${theme}`, t('palette.theme', { choice: t(`theme.${theme}`) }), () => chooseTheme(theme)),
    ),
    ...DENSITIES.map((density) =>
      action(`density/${density}`, t('palette.density', { choice: t(`settings.${density}`) }), () =>
        applyDensity(density),
      ),
    ),
    ...LANGUAGES.map((language) =>
      action(`language/${language}`, t('palette.language', { choice: LANGUAGE_NAMES[language] }), () => {
        chooseLanguage(language).catch(() => showToast({ tone: 'err', text: t('settings.languageFailed') }));
      }),
    ),
  ];
}

function place(
  icon: 'scenarios' | 'sessions' | 'runs' | 'compare' | 'settings',
  href: string,
  text: string,
): PaletteItem {
  return { id: `place/${href}`, group: 'actions', icon, href, text };
}

function action(id: string, text: string, run: () => void): PaletteItem {
  return { id, group: 'actions', icon: 'right', text, run };
}

/** All scenarios, then all their tasks. */
export function scenarioItems(scenarios: readonly Scenario[]): readonly PaletteItem[] {
  return [
    ...scenarios.map(({ key, name, description }): PaletteItem => ({
      id: `scenario/${key}`,
      group: 'scenarios',
      text: name,
      mono: true,
      detail: description,
      href: scenarioHref(key),
    })),
    ...scenarios.flatMap(({ key, name, tasks }) =>
      tasks.map((task, index): PaletteItem => ({
        id: `task/${key}/${String(index)}`,
        group: 'tasks',
        text: task.length > TASK_SHOWN ? `${task.slice(0, TASK_SHOWN)}…` : task,
        detail: t('palette.taskOf', { scenario: name, index }),
        icon: 'play',
        href: `${scenarioHref(key)}?task=${String(index)}`,
      })),
    ),
  ];
}

function scenarioHref(key: string): string {
  return `/scenarios/${encodeURIComponent(key)}`;
}
