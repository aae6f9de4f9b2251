import { z } from 'zod';
import type { VerdictDetail } from '../../../lib/contracts/evidence.ts';
import type { VerifierOutcome } from '../../host/types.ts';

/** What a run told, as the catalog keeps it. */
const detailSchema = z.object({
  returnedJson: z.string().nullable(),
  stdout: z.string(),
  error: z.string().nullable(),
  traceback: z.string().nullable(),
  readsClock: z.boolean(),
  reads: z.array(z.object({ table: z.string(), columns: z.array(z.string()) })).nullable(),
  endedAtLine: z.int().nullable(),
});

type RunDetail = Pick<VerdictDetail, keyof z.output<typeof detailSchema>>;

export function detailText(outcome: Extract<VerifierOutcome, { kind: 'returned' | 'raised' }>): string {
  const returned = outcome.kind === 'returned';
  const detail: RunDetail = {
    returnedJson: returned ? JSON.stringify(outcome.value) : null,
    stdout: outcome.stdout,
    error: returned ? null : outcome.error,
    traceback: returned || outcome.traceback === '' ? null : outcome.traceback,
    readsClock: outcome.readsClock,
    reads: outcome.reads?.map(({ table, columns }) => ({ table, columns: [...columns] })) ?? null,
    endedAtLine: outcome.endedAtLine ?? null,
  };
  return JSON.stringify(detail);
}

/** Undefined for what an earlier version wrote otherwise. */
export function parseDetail(text: string): RunDetail | undefined {
  const parsed = detailSchema.safeParse(JSON.parse(text));
  return parsed.success ? parsed.data : undefined;
}
