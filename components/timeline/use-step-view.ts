'use client';

import { useQuery } from '@tanstack/react-query';
import { changesQuery } from '../../lib/client/queries/evidence.ts';
import type { ChangeSet } from '../../lib/contracts/evidence.ts';
import type { LiveStep } from '../../lib/contracts/live.ts';
import { effectOf } from '../../lib/domain/step-effect.ts';
import { resultRows } from '../../lib/domain/result-rows.ts';

/** Longer results are not parsed only to be counted. */
const COUNTED_CHARACTERS = 64 * 1024;

const counted = new WeakMap<LiveStep, number | null>();

/** Rows that a reading step answered with; null where that cannot be told cheaply. */
export function answeredRows(step: LiveStep): number | null {
  const known = counted.get(step);
  if (known !== undefined) return known;
  const { text, complete } = step.observation;
  const rows = complete && text.length <= COUNTED_CHARACTERS ? resultRows(text) : null;
  counted.set(step, rows);
  return rows;
}

export type StepChanges = Pick<ChangeSet, 'inserted' | 'deleted' | 'updated'> & { readonly tables: number };

/** How many rows a step changed; null while that is unknown, or where its states cannot be read. */
export function useStepChanges(recordId: string, step: LiveStep | null, wanted: boolean): StepChanges | null {
  const enabled = wanted && step?.wrote === true;
  const seq = step?.seq ?? 1;
  const changes = useQuery({ ...changesQuery(recordId, seq - 1, seq), enabled });
  if (!enabled || changes.data?.state !== 'ok') return null;
  const { inserted, deleted, updated, tables } = changes.data;
  return { inserted, deleted, updated, tables: tables.length };
}

/** A few characters of what came of a step: `→ 5`, `404`, `others`; null where its changes say it. */
export function shortResult(step: LiveStep): string | null {
  switch (effectOf(step)) {
    case 'error':
      return step.httpStatus === null ? '!' : String(step.httpStatus);
    case 'verify':
      return step.rewardType === 'complete' ? '✓' : step.rewardType;
    case 'read': {
      const rows = answeredRows(step);
      return rows === null ? '' : `→ ${rows}`;
    }
    case 'end':
      return '';
    case 'wrote':
      return null;
  }
}
