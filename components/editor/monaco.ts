import { editor, KeyCode, KeyMod, languages } from 'monaco-editor/editor';
import 'monaco-editor/features/bracketMatching/register';
import 'monaco-editor/features/caretOperations/register';
import 'monaco-editor/features/clipboard/register';
import 'monaco-editor/features/codicon/register';
import 'monaco-editor/features/comment/register';
import 'monaco-editor/features/cursorUndo/register';
import 'monaco-editor/features/diffEditor/register';
import 'monaco-editor/features/find/register';
import 'monaco-editor/features/folding/register';
import 'monaco-editor/features/linesOperations/register';
import 'monaco-editor/features/placeholderText/register';
import 'monaco-editor/features/suggest/register';
import 'monaco-editor/features/toggleTabFocusMode/register';
import 'monaco-editor/features/wordOperations/register';
import 'monaco-editor/languages/definitions/python/register';
import 'monaco-editor/languages/definitions/sql/register';
import 'monaco-editor/languages/features/json/register';

/** Everything of Monaco that the studio uses; a chunk of its own, loaded where an editor is first seen. */
export interface Monaco {
  readonly editor: typeof editor;
  readonly languages: typeof languages;
  readonly RUN_KEY: number;
  /** Sets the colours by the page's tokens, now and whenever the theme changes. Returns stop. */
  readonly followTheme: () => () => void;
}

const THEME = 'studio';

self.MonacoEnvironment = {
  getWorker(_, label) {
    if (label === 'json') {
      return new Worker(new URL('monaco-editor/languages/features/json/json.worker.js', import.meta.url), {
        type: 'module',
      });
    }
    return new Worker(new URL('monaco-editor/editor/editor.worker.js', import.meta.url), { type: 'module' });
  },
};

export const monaco: Monaco = {
  editor,
  languages,
  RUN_KEY: KeyMod.CtrlCmd | KeyCode.Enter,
  followTheme() {
    applyTheme();
    const observer = new MutationObserver(applyTheme);
    observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    return () => observer.disconnect();
  },
};

function applyTheme(): void {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string): string => toHex(style.getPropertyValue(`--${name}`).trim());
  const rule = (scope: string, name: string, fontStyle = ''): editor.ITokenThemeRule => ({
    token: scope,
    foreground: token(name).replace('#', ''),
    fontStyle,
  });
  editor.defineTheme(THEME, {
    base: document.documentElement.dataset.theme === 'dark' ? 'vs-dark' : 'vs',
    inherit: false,
    rules: [
      rule('', 'text'),
      rule('comment', 'text-2', 'italic'),
      rule('string', 'code-string'),
      rule('string.key', 'code-key'),
      rule('number', 'code-number'),
      rule('constant', 'code-number'),
      rule('keyword', 'code-key'),
      rule('operator.sql', 'text'),
      rule('predefined', 'info'),
      rule('type', 'info'),
      rule('tag', 'info'),
    ],
    colors: {
      'editor.background': token('surface'),
      'editor.foreground': token('text'),
      'editorLineNumber.foreground': token('text-3'),
      'editorLineNumber.activeForeground': token('text'),
      'editorCursor.foreground': token('text'),
      'editor.selectionBackground': token('accent-soft'),
      'editor.inactiveSelectionBackground': token('surface-3'),
      'editor.lineHighlightBorder': token('line'),
      'editor.findMatchBackground': token('mod-soft'),
      'editor.findMatchHighlightBackground': token('mod-soft'),
      'editorBracketMatch.border': token('line-control'),
      'editorBracketMatch.background': token('surface-2'),
      // Models colour pairs of brackets unless told otherwise: rainbow colours are none of the tokens.
      'editorBracketHighlight.foreground1': token('text'),
      'editorBracketHighlight.foreground2': token('text'),
      'editorBracketHighlight.foreground3': token('text'),
      'editorIndentGuide.background1': token('line'),
      'editorWidget.background': token('overlay'),
      'editorWidget.foreground': token('text'),
      'editorWidget.border': token('line-strong'),
      'editorSuggestWidget.selectedBackground': token('accent-soft'),
      'editorSuggestWidget.selectedForeground': token('text'),
      'editorSuggestWidget.highlightForeground': token('accent'),
      'editorSuggestWidget.focusHighlightForeground': token('accent'),
      'input.background': token('surface'),
      'input.foreground': token('text'),
      'input.border': token('line-control'),
      'inputOption.activeBorder': token('accent'),
      'scrollbarSlider.background': `${token('line-strong')}aa`,
      'scrollbarSlider.hoverBackground': token('line-control'),
      'scrollbarSlider.activeBackground': token('line-control'),
      focusBorder: token('focus'),
      'diffEditor.insertedLineBackground': token('add-soft'),
      'diffEditor.removedLineBackground': token('del-soft'),
      'diffEditor.insertedTextBackground': `${token('add')}26`,
      'diffEditor.removedTextBackground': `${token('del')}26`,
      'diffEditorGutter.insertedLineBackground': token('add-soft'),
      'diffEditorGutter.removedLineBackground': token('del-soft'),
      'diffEditor.unchangedRegionBackground': token('surface-2'),
      'diffEditor.unchangedRegionForeground': token('text-2'),
      'diffEditor.unchangedRegionShadow': token('line'),
      'diffEditor.unchangedCodeBackground': token('surface'),
    },
  });
  editor.setTheme(THEME);
}

/** Stylesheets are made short (`#fff`, `tan`); Monaco takes six digits only, to which a canvas brings any colour. */
function toHex(colour: string): string {
  const context = document.createElement('canvas').getContext('2d');
  if (context === null) return colour;
  context.fillStyle = colour;
  return context.fillStyle;
}
