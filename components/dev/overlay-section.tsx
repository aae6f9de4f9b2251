'use client';

import { type ReactNode, useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { HoverCard } from '../ui/hover-card.tsx';
import { Icon } from '../ui/icon.tsx';
import { Menu } from '../ui/menu.tsx';
import { Popover } from '../ui/popover.tsx';
import { Tooltip } from '../ui/tooltip.tsx';
import { Section, Specimen } from './section.tsx';

export function OverlaySection(): ReactNode {
  const [dialog, setDialog] = useState(false);
  const [chosen, setChosen] = useState('—');
  const safe = useRef<HTMLButtonElement>(null);
  return (
    <Section name="overlays" title="Tooltip, menu, card, dialog" note="focus, or 500 ms">
      <Specimen name="Tooltip">
        <Tooltip text="Fork here" shortcut="⇧F">
          <Button size="icon" aria-label="Fork here">
            <Icon name="fork" />
          </Button>
        </Tooltip>
        <Tooltip text="last written by step 6, partial_unstake_position">
          <Button variant="ghost">12.0</Button>
        </Tooltip>
      </Specimen>
      <Specimen name="Menu">
        <Menu
          label="Copy as"
          entries={[
            { kind: 'heading', id: 'as', label: 'Copy as' },
            { id: 'json', label: 'JSON', icon: 'copy', onSelect: () => setChosen('json') },
            { id: 'python', label: 'Python', detail: 'openenv client', onSelect: () => setChosen('python') },
            { id: 'curl', label: 'curl', disabled: true },
            { kind: 'separator', id: 'line' },
            { id: 'clear', label: 'Clear', danger: true, shortcut: '⌫', onSelect: () => setChosen('clear') },
          ]}
          trigger={(props) => (
            <Button {...props}>
              Copy <Icon name="down" className="size-3" />
            </Button>
          )}
        />
        <output className="text-sm text-text-2">{chosen}</output>
      </Specimen>
      <Specimen name="Popover">
        <Popover label="Columns" className="w-56" trigger={(props) => <Button {...props}>Columns</Button>}>
          {(close) => (
            <div className="flex flex-col gap-2">
              <p className="text-text-2">A card that a button opens.</p>
              <Button size="sm" onClick={close}>
                Close it
              </Button>
            </div>
          )}
        </Popover>
      </Specimen>
      <Specimen name="Hover card">
        <HoverCard
          label="Step 6"
          className="w-72 p-3"
          card={() => (
            <span className="flex flex-col gap-2">
              <b>Step 6 partial_unstake_position</b>
              <span className="text-text-2">+1 ~2 in 3 tables, HTTP 200, reward 0.0</span>
              <Button size="sm" className="self-start">
                Fork here
              </Button>
            </span>
          )}
        >
          <Button variant="ghost">Step 6</Button>
        </HoverCard>
      </Specimen>
      <Specimen name="Dialog">
        <Button onClick={() => setDialog(true)}>End session…</Button>
      </Specimen>
      {dialog ? (
        <Dialog
          onClose={() => setDialog(false)}
          title="End this session?"
          description="Done scores 0.0 and closes it. The code verifier says complete now; press Verify first to score 1.0."
          initialFocus={safe}
          actions={
            <>
              <Button ref={safe} onClick={() => setDialog(false)} className="mr-auto">
                Verify first
              </Button>
              <Button variant="ghost" onClick={() => setDialog(false)}>
                Cancel
              </Button>
              <Button variant="danger" onClick={() => setDialog(false)}>
                End session
              </Button>
            </>
          }
        />
      ) : null}
    </Section>
  );
}
