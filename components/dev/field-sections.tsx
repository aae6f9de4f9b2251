'use client';

import { type ReactNode, useState } from 'react';
import { Checkbox, TriState } from '../ui/checkbox.tsx';
import { Combobox } from '../ui/combobox.tsx';
import { Icon } from '../ui/icon.tsx';
import { FieldError, Input, InputFrame, Textarea } from '../ui/input.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { SearchBox } from '../ui/search-box.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { Select } from '../ui/select.tsx';
import { Section, Specimen } from './section.tsx';

export function FieldSection(): ReactNode {
  const [query, setQuery] = useState('');
  return (
    <Section name="inputs" title="Input" note="keeps what was typed, always">
      <Specimen name="Idle">
        <Input aria-label="Idle" defaultValue="sol-standard-stake-1" className="font-mono" />
      </Specimen>
      <Specimen name="Placeholder">
        <SearchBox
          label="Search tools"
          placeholder="Search 35 tools"
          value={query}
          onChange={setQuery}
          className="w-full"
        />
      </Specimen>
      <Specimen name="Focus">
        <Input
          aria-label="Focus"
          defaultValue="12.0"
          className="font-mono"
          style={{ borderColor: 'var(--focus)', boxShadow: '0 0 0 1px var(--focus)' }}
        />
      </Specimen>
      <Specimen name="Error">
        <div className="w-full">
          <Input
            aria-label="Error"
            aria-invalid
            aria-describedby="sheet-error"
            defaultValue="12,5"
            className="font-mono"
          />
          <FieldError id="sheet-error">“12,5” is not a number. Write 12.5.</FieldError>
        </div>
      </Specimen>
      <Specimen name="Refused">
        <div className="w-full">
          <Input
            aria-label="Refused"
            aria-invalid
            aria-describedby="sheet-refused"
            defaultValue="9007199254740993"
            className="font-mono"
          />
          <FieldError id="sheet-refused">Not exact as a JSON number. Send as JSON.</FieldError>
        </div>
      </Specimen>
      <Specimen name="Resolved">
        <InputFrame
          aria-label="Resolved"
          defaultValue="2"
          after={<span className="truncate text-text-2">Trading Wallet</span>}
        />
      </Specimen>
      <Specimen name="With icon">
        <InputFrame
          aria-label="Date"
          defaultValue="2025-01-15T01:00:00Z"
          before={<Icon name="calendar" className="text-text-2" />}
          after={<Kbd>⌥→</Kbd>}
        />
      </Specimen>
      <Specimen name="Disabled">
        <Input aria-label="Disabled" disabled defaultValue="banking_fintech_2" className="font-mono" />
      </Specimen>
      <Specimen name="Long text">
        <Textarea aria-label="Long text" rows={2} defaultValue="Two pools clear 5 %." />
      </Specimen>
    </Section>
  );
}

const POOLS = [
  { value: '2', label: '2 SOL Conservative Pool', detail: '4.5 %, min 1' },
  { value: '3', label: '3 SOL Standard Pool', detail: '6.0 %, min 5' },
  { value: '4', label: '4 SOL High-Yield Pool', detail: '7.5 %, min 15' },
] as const;

export function ChoiceSection(): ReactNode {
  const [pool, setPool] = useState<'2' | '3' | '4' | null>('3');
  const [active, setActive] = useState<'true' | 'false'>('false');
  const [sent, setSent] = useState<boolean | null>(null);
  const [tables, setTables] = useState<readonly boolean[]>([true, false]);
  const all = tables.every(Boolean);
  return (
    <Section name="choices" title="Select, checkbox">
      <Specimen name="Select">
        <Select label="Pool" value={pool} options={POOLS} onChange={setPool} />
      </Specimen>
      <Specimen name="Combobox">
        <Combobox
          label="Pool by name"
          value={pool}
          options={POOLS}
          placeholder="Type to find a pool"
          emptyText="No pool is called so"
          onChange={setPool}
        />
      </Specimen>
      <Specimen name="Nothing yet">
        <Select
          label="Nothing chosen"
          value={null}
          options={POOLS}
          placeholder="Choose a pool"
          onChange={setPool}
        />
      </Specimen>
      <Specimen name="Error">
        <Select label="Wrong" value="2" options={POOLS} onChange={setPool} invalid />
      </Specimen>
      <Specimen name="Disabled">
        <Select label="Disabled" value="2" options={POOLS} onChange={setPool} disabled />
      </Specimen>
      <Specimen name="Boolean">
        <Segmented
          label="is_active"
          value={active}
          onChange={setActive}
          segments={[
            { value: 'true', label: 'true' },
            { value: 'false', label: 'false' },
          ]}
        />
      </Specimen>
      <Specimen name="Tri-state">
        <TriState
          label="is_active"
          value={sent}
          onChange={setSent}
          words={{ absent: 'absent', on: 'true', off: 'false' }}
        />
      </Specimen>
      <Specimen name="Checkbox">
        <Checkbox label="checked" checked onChange={() => undefined} />
        <Checkbox label="not" checked={false} onChange={() => undefined} />
        <Checkbox label="wrong" checked={false} invalid onChange={() => undefined} />
        <Checkbox label="disabled" checked disabled onChange={() => undefined} />
      </Specimen>
      <Specimen name="Of a group">
        <Checkbox
          label="all tables"
          hint={`${tables.filter(Boolean).length} of ${tables.length}`}
          checked={all || (tables.some(Boolean) ? 'mixed' : false)}
          onChange={(checked) => setTables(tables.map(() => checked))}
        />
        {tables.map((checked, index) => (
          <Checkbox
            key={index}
            label={`table ${index + 1}`}
            checked={checked}
            onChange={(next) => setTables(tables.map((was, at) => (at === index ? next : was)))}
          />
        ))}
      </Specimen>
    </Section>
  );
}
