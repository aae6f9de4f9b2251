'use client';

import { type ReactNode, useState } from 'react';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { SplitButton } from '../ui/split-button.tsx';
import { StepMark } from '../ui/step-mark.tsx';
import { TabPanel, Tabs } from '../ui/tabs.tsx';
import { Section, Specimen } from './section.tsx';

/** States that come and go with the pointer and the keyboard, held still. */
const HOVER = { background: 'var(--surface-2)' } as const;
const PRIMARY_HOVER = { background: 'var(--accent-hover)', borderColor: 'var(--accent-hover)' } as const;
const FOCUS = { outline: '2px solid var(--focus)', outlineOffset: 1 } as const;

export function ButtonSection(): ReactNode {
  const [mode, setMode] = useState('code');
  return (
    <Section name="buttons" title="Button">
      <Specimen name="Primary">
        <Button variant="primary">
          Call tool <Kbd>⌘↵</Kbd>
        </Button>
        <Button variant="primary" style={PRIMARY_HOVER}>
          Hover
        </Button>
      </Specimen>
      <Specimen name="Default">
        <Button>Done</Button>
        <Button style={HOVER}>Hover</Button>
        <Button aria-pressed="true">Pressed</Button>
      </Specimen>
      <Specimen name="Focus">
        <Button style={FOCUS}>Verify</Button>
        <Button variant="primary" style={FOCUS}>
          Call tool
        </Button>
      </Specimen>
      <Specimen name="Ghost, icon">
        <Button variant="ghost">Reset to step 7</Button>
        <Button size="icon" aria-label="Fork">
          <Icon name="fork" />
        </Button>
        <Button variant="ghost" size="icon" aria-label="Copy">
          <Icon name="copy" />
        </Button>
      </Specimen>
      <Specimen name="Danger">
        <Button variant="danger">End session</Button>
      </Specimen>
      <Specimen name="Disabled">
        <Button disabled>Fork here</Button>
        <Button variant="primary" disabled>
          Call tool
        </Button>
        <Button variant="danger" disabled>
          End session
        </Button>
      </Specimen>
      <Specimen name="Busy">
        <Button busy>Verifying… 1.2 s</Button>
      </Specimen>
      <Specimen name="Split, small">
        <SplitButton
          onClick={() => undefined}
          choice={mode}
          menuLabel={`Verifier: ${mode}`}
          entries={['code', 'sql'].map((id) => ({
            id,
            label: id,
            checked: id === mode,
            onSelect: () => setMode(id),
          }))}
        >
          <span aria-hidden="true">◆</span> Verify
        </SplitButton>
        <Button size="sm">24 px</Button>
        <Button size="icon-sm" aria-label="More">
          <Icon name="more" />
        </Button>
      </Specimen>
    </Section>
  );
}

export function PillSection(): ReactNode {
  return (
    <Section name="badges" title="Badge, pill">
      <Specimen name="Session">
        <Badge shape="pill" tone="ok" glyph="●">
          live · idle 00:12
        </Badge>
        <Badge shape="pill" tone="warn" glyph="!">
          idle 09:20
        </Badge>
        <Badge shape="pill" tone="err" glyph="✕">
          lost, retry in 4 s
        </Badge>
        <Badge shape="pill" glyph="◼">
          done
        </Badge>
        <Badge shape="pill" tone="info" glyph="◌">
          baseline play
        </Badge>
      </Specimen>
      <Specimen name="Verdict">
        <Badge tone="ok" glyph="✓">
          complete
        </Badge>
        <Badge tone="warn" glyph="!">
          incomplete
        </Badge>
        <Badge tone="err" glyph="✕">
          others
        </Badge>
        <Badge glyph="◌">not run</Badge>
      </Specimen>
      <Specimen name="Call">
        <Badge tone="ok" glyph="✓">
          tool_call_ok
        </Badge>
        <Badge tone="err" glyph="✕">
          format_error −1.0
        </Badge>
        <Badge tone="err" glyph="✕">
          server_error
        </Badge>
      </Specimen>
      <Specimen name="Effect">
        <Badge glyph="○">read</Badge>
        <Badge tone="write" glyph="●">
          wrote
        </Badge>
        <Badge glyph="◌">unknown</Badge>
      </Specimen>
      <Specimen name="Change">
        <Badge tone="ok">+2 added</Badge>
        <Badge tone="mod">~1 modified</Badge>
        <Badge tone="err">−1 removed</Badge>
      </Specimen>
      <Specimen name="Notice">
        <Badge tone="info" glyph="i">
          3 seed rows skipped
        </Badge>
      </Specimen>
      <Specimen name="Step 0">
        <Badge glyph="✕">at step 0: not trivial</Badge>
        <Badge tone="warn" glyph="!">
          trivial pass at step 0
        </Badge>
      </Specimen>
      <Specimen name="Count">
        <Badge>0</Badge>
        <Badge tone="accent">3</Badge>
        <Badge>999+</Badge>
      </Specimen>
    </Section>
  );
}

const EFFECTS = ['read', 'wrote', 'error', 'verify', 'end'] as const;
type TabName = 'observation' | 'changes' | 'tables';

export function MarkSection(): ReactNode {
  const [tab, setTab] = useState<TabName>('changes');
  const [range, setRange] = useState<'step' | 'start' | 'pick'>('step');
  const [view, setView] = useState<'tree' | 'table' | 'raw'>('table');
  return (
    <Section name="marks" title="Step mark" note="shape: who, glyph: what">
      {[false, true].map((human) => (
        <Specimen key={String(human)} name={human ? 'Human' : 'Agent'}>
          {EFFECTS.map((effect) => (
            <StepMark key={effect} effect={effect} human={human} />
          ))}
        </Specimen>
      ))}
      <p className="text-sm text-text-2">read, wrote, error, verify, end</p>
      <h3 className="mt-3.5 mb-1 font-semibold text-sm">Tabs, segmented</h3>
      <Tabs
        id="sheet"
        label="Evidence"
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'observation', label: 'Observation' },
          { value: 'changes', label: 'Changes', count: 3 },
          { value: 'tables', label: 'Tables', href: '#marks' },
        ]}
      />
      <TabPanel id="sheet" value={tab} className="py-1.5 text-sm text-text-2">
        The panel of {tab}
      </TabPanel>
      <div className="mt-1 flex flex-wrap gap-2">
        <Segmented
          label="Range"
          value={range}
          onChange={setRange}
          segments={[
            { value: 'step', label: 'This step' },
            { value: 'start', label: 'Since start' },
            { value: 'pick', label: 'Pick two…' },
          ]}
        />
        <Segmented
          label="View"
          size="sm"
          value={view}
          onChange={setView}
          segments={[
            { value: 'tree', label: 'Tree' },
            { value: 'table', label: 'Table' },
            { value: 'raw', label: 'Raw' },
          ]}
        />
      </div>
    </Section>
  );
}
