'use client';

import type { ReactNode } from 'react';
import { t } from './messages.ts';
import { pageId } from '../../lib/client/page-id.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Menu, type MenuEntry } from '../ui/menu.tsx';
import { SplitButton } from '../ui/split-button.tsx';
import { showToast } from '../ui/toast.ts';
import { curlSnippet, pythonSnippet, type CallTarget } from './call-snippets.ts';

interface RequestToolsProps {
  readonly toolName: string;
  readonly target: Omit<CallTarget, 'origin' | 'pageId'>;
  /** Null: there is no request that could be sent. */
  readonly argumentsJson: string | null;
  /** Puts the arguments of the viewed call back. Null: no call of this tool is viewed. */
  readonly resetTo: { readonly seq: number; readonly onReset: () => void } | null;
  /** Null: nothing is put in. */
  readonly onClear: (() => void) | null;
}

/** What else can be done with a request: put back, clear, copy. On a narrow pane all of it behind one button. */
export function RequestTools(props: RequestToolsProps): ReactNode {
  const { toolName, argumentsJson, resetTo, onClear } = props;
  const disabled = argumentsJson === null;

  function copy(format: 'Python' | 'curl' | 'JSON'): void {
    if (argumentsJson === null) return;
    const target: CallTarget = { ...props.target, origin: window.location.origin, pageId: pageId() };
    const text =
      format === 'JSON'
        ? argumentsJson
        : (format === 'curl' ? curlSnippet : pythonSnippet)(target, toolName, argumentsJson);
    navigator.clipboard.writeText(text).then(
      () => showToast({ tone: 'info', text: t('form.copy.done', { format }) }),
      () => showToast({ tone: 'err', text: t('form.copy.failed') }),
    );
  }

  const others: readonly MenuEntry[] = [
    { id: 'curl', label: t('form.copy.curl'), icon: 'copy', disabled, onSelect: () => copy('curl') },
    { id: 'json', label: t('form.copy.json'), icon: 'copy', disabled, onSelect: () => copy('JSON') },
  ];
  const all: readonly MenuEntry[] = [
    ...(resetTo === null
      ? []
      : [{ id: 'reset', label: t('form.resetTo', { seq: resetTo.seq }), onSelect: resetTo.onReset }]),
    ...(onClear === null ? [] : [{ id: 'clear', label: t('form.clear'), onSelect: onClear }]),
    { id: 'python', label: t('form.copy.python'), icon: 'copy', disabled, onSelect: () => copy('Python') },
    ...others,
  ];
  return (
    <>
      <span className="hidden items-center gap-2 @min-[560px]/bar:flex">
        {resetTo === null ? null : (
          <Button variant="ghost" onClick={resetTo.onReset}>
            {t('form.resetTo', { seq: resetTo.seq })}
          </Button>
        )}
        {onClear === null ? null : (
          <Button variant="ghost" onClick={onClear}>
            {t('form.clear')}
          </Button>
        )}
        <SplitButton
          choice="curl"
          menuLabel={t('form.copy.more')}
          entries={others}
          disabled={disabled}
          focusableWhenDisabled
          onClick={() => copy('Python')}
        >
          {t('form.copy.python')}
        </SplitButton>
      </span>
      <span className="@min-[560px]/bar:hidden">
        <Menu
          label={t('form.actions')}
          entries={all}
          align="end"
          side="top"
          trigger={(trigger) => (
            <Button {...trigger} variant="ghost" size="icon" aria-label={t('form.actions')}>
              <Icon name="more" />
            </Button>
          )}
        />
      </span>
    </>
  );
}
