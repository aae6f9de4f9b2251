'use client';

import { type ReactNode, useState } from 'react';
import { Checkbox } from '../ui/checkbox.tsx';
import { Disclosure } from '../ui/disclosure.tsx';
import { Cell, HeadCell, Row, type RowChangeKind, RowSign, Table, WasNow } from '../ui/table.tsx';
import { TreeRow } from '../ui/tree-row.tsx';
import { StepMark } from '../ui/step-mark.tsx';
import { Section } from './section.tsx';

export function TypeSection(): ReactNode {
  return (
    <Section name="type" title="Type">
      <div className="grid gap-1">
        <span className="font-semibold text-xl">20 Page title</span>
        <span className="font-semibold text-lg">15 Dialog title</span>
        <span>13 Body and headings in a pane</span>
        <span className="text-sm text-text-2">12 Controls, descriptions</span>
        <span className="font-mono text-sm">12 Mono: names, values, SQL</span>
        <span className="text-text-3 text-xs">11 Column heads, hints</span>
      </div>
    </Section>
  );
}

interface Sample {
  readonly id: string;
  readonly wallet: string;
  readonly pool: string;
  readonly amount: ReactNode;
  readonly state: string;
  readonly look: 'hover' | 'selected' | 'added' | 'modified' | 'removed';
  readonly change?: RowChangeKind;
}

const SAMPLES: readonly Sample[] = [
  {
    id: '2',
    wallet: '2 Trading Wallet',
    pool: '3 SOL Standard Pool',
    amount: '20.0',
    state: 'idle',
    look: 'hover',
  },
  {
    id: '3',
    wallet: '4 Staking Wallet',
    pool: '2 SOL Conservative Pool',
    amount: '10.0',
    state: 'selected',
    look: 'selected',
  },
  {
    id: '8',
    wallet: '2 Trading Wallet',
    pool: '3 SOL Standard Pool',
    amount: '12.0',
    state: 'added, step 7',
    look: 'added',
    change: 'added',
  },
  {
    id: '7',
    wallet: '2 Trading Wallet',
    pool: '4 SOL High-Yield Pool',
    amount: <WasNow was="12.0" now="0.0" />,
    state: 'modified, step 6',
    look: 'modified',
    change: 'modified',
  },
  {
    id: '8',
    wallet: '2 Trading Wallet',
    pool: '3 SOL Standard Pool',
    amount: '12.0',
    state: 'removed, 7 → 6',
    look: 'removed',
    change: 'removed',
  },
];

export function TableSection(): ReactNode {
  return (
    <Section name="table" title="Table row" note="a changed row says so in its first column" wide>
      <div className="overflow-x-auto" tabIndex={0} role="region" aria-label="Positions, scrolls sideways">
        <Table label="Positions">
          <thead>
            <tr>
              <HeadCell className="relative w-6">
                <span className="sr-only">Change</span>
              </HeadCell>
              <HeadCell>id</HeadCell>
              <HeadCell>wallet_id</HeadCell>
              <HeadCell>staking_pool_id</HeadCell>
              <HeadCell className="text-right">staked_amount</HeadCell>
              <HeadCell>closed_at</HeadCell>
              <HeadCell>state</HeadCell>
            </tr>
          </thead>
          <tbody>
            {SAMPLES.map((sample, index) => (
              <Row key={index} look={sample.look} tabIndex={0}>
                <Cell className="keep">
                  {sample.change === undefined ? null : <RowSign change={sample.change} />}
                </Cell>
                <Cell>{sample.id}</Cell>
                <Cell>{sample.wallet}</Cell>
                <Cell>{sample.pool}</Cell>
                <Cell align="end" changed={sample.look === 'modified'}>
                  {sample.amount}
                </Cell>
                <Cell className="text-code-null italic">NULL</Cell>
                <Cell className="keep font-sans text-text-3 text-xs">{sample.state}</Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      </div>
      <div role="tree" aria-label="Tree rows" className="mt-3 rounded-1 border border-line">
        <TreeRow level={1} expanded focusStop>
          items <span className="text-text-2">2</span>
        </TreeRow>
        <TreeRow level={2} expanded={false} selected focusStop={false}>
          0 <span className="text-text-2">id 3, SOL Standard Pool</span>
        </TreeRow>
        <TreeRow level={2} expanded={null} focusStop={false}>
          total <span className="text-code-number">8</span>
        </TreeRow>
      </div>
    </Section>
  );
}

export function FoldSection(): ReactNode {
  const [hidden, setHidden] = useState(true);
  return (
    <Section
      name="folds"
      title="Folded lines"
      note="one line or two, never empty; the whole row opens it"
      wide
    >
      <Disclosure
        summary={
          <>
            Before that: <StepMark effect="wrote" human />
            <b className="font-medium text-text">step 6</b>
            <span className="min-w-0 flex-1 truncate font-mono">partial_unstake_position</span>
            <b className="font-mono text-add">+1</b> <b className="font-mono text-mod">~2</b>
          </>
        }
      >
        <p className="p-2.5 text-sm text-text-2">What step 6 wrote to the same tables.</p>
      </Disclosure>
      <Disclosure look="plain" className="mt-2" summary="4 timestamp cells hidden">
        <p className="p-2.5 text-sm text-text-2">created_at, updated_at</p>
      </Disclosure>
      <Checkbox
        className="mt-2"
        label="Hide row timestamps"
        hint="4 timestamp cells hidden"
        checked={hidden}
        onChange={setHidden}
      />
    </Section>
  );
}
