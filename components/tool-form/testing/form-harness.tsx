import { act, type ReactNode, useCallback, useState } from 'react';
import { createRoot } from 'react-dom/client';
import type { JsonSchema } from '../../../lib/schema-form/index.ts';
import { ToolForm, type ToolDraft } from '../index.ts';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

export interface Harness {
  /** JSON texts of what was called, in order. */
  readonly sent: readonly string[];
  readonly element: HTMLElement;
  /** The draft as it is kept, to mount another form with it. */
  readonly kept: () => ToolDraft | undefined;
  readonly field: (name: string) => HTMLInputElement;
  readonly button: (name: string | RegExp) => HTMLButtonElement;
  /** Key by key, into the field of this name. */
  readonly type: (name: string, text: string) => void;
  readonly press: (key: string, modifiers?: KeyboardEventInit) => void;
  readonly click: (element: HTMLElement) => void;
  /** Presses the button that calls. */
  readonly call: () => void;
  readonly request: () => string;
  /** Lets what waits for the next frame happen. */
  readonly settle: () => Promise<void>;
  readonly unmount: () => void;
}

/** A form in a document, with real events. */
export function mountForm(inputSchema: JsonSchema, initial?: ToolDraft): Harness {
  const element = document.body.appendChild(document.createElement('div'));
  const root = createRoot(element);
  const sent: string[] = [];
  let kept = initial;

  function Page(): ReactNode {
    const [value, setValue] = useState(initial);
    const onEdit = useCallback((change: (was: ToolDraft | undefined) => ToolDraft) => {
      kept = change(kept);
      setValue(kept);
    }, []);
    return (
      <ToolForm
        toolName="tool"
        inputSchema={inputSchema}
        value={value}
        onEdit={onEdit}
        onCall={(json) => sent.push(json)}
        blocked={null}
        heading={null}
        tools={() => null}
      />
    );
  }

  act(() => root.render(<Page />));

  function field(name: string): HTMLInputElement {
    const label = [...element.querySelectorAll('label')].find(
      (one) => one.textContent.replace(/\*$/, '') === name,
    );
    const found = document.getElementById(label?.htmlFor ?? '');
    if (found === null) throw new Error(`no field ${name} in ${element.textContent}`);
    return found as HTMLInputElement;
  }

  function button(name: string | RegExp): HTMLButtonElement {
    const found = [...element.querySelectorAll('button')].find((one) => {
      const own = one.getAttribute('aria-label') ?? one.textContent;
      return typeof name === 'string' ? own === name : name.test(own);
    });
    if (found === undefined) throw new Error(`no button ${String(name)}`);
    return found;
  }

  function press(key: string, modifiers: KeyboardEventInit = {}): boolean {
    const target = document.activeElement ?? document.body;
    let open = true;
    act(() => {
      open = target.dispatchEvent(
        new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...modifiers }),
      );
    });
    return open;
  }

  function write(target: HTMLInputElement | HTMLTextAreaElement, text: string): void {
    const prototype = target instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
    const property = Object.getOwnPropertyDescriptor(prototype.prototype, 'value');
    act(() => {
      property?.set?.call(target, text);
      target.dispatchEvent(new InputEvent('input', { bubbles: true }));
    });
  }

  function type(name: string, text: string): void {
    field(name).focus();
    for (const key of text === '' ? [] : Array.from(text)) {
      const target = field(name);
      target.focus();
      if (press(key)) write(target, target.value + key);
    }
  }

  return {
    sent,
    element,
    kept: () => kept,
    field,
    button,
    type,
    press: (key, modifiers) => {
      const target = document.activeElement;
      if (!press(key, modifiers) || key !== 'Backspace') return;
      if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)
        write(target, target.value.slice(0, -1));
    },
    click: (target) => act(() => target.click()),
    call: () => {
      act(() => button(/^Call tool/).click());
    },
    request: () => element.querySelector('section')?.textContent ?? '',
    settle: () =>
      act(async () => {
        await new Promise<void>((resolve) => {
          requestAnimationFrame(() => resolve());
        });
      }),
    unmount: () => {
      act(() => root.unmount());
      element.remove();
    },
  };
}
