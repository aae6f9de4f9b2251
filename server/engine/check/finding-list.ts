import { z } from 'zod';
import type { Finding } from '../../host/types.ts';

/** In the order in which people look at them. */
export const FINDING_CODES = [
  'import_failed',
  'seed_error',
  'shadowed_route',
  'uncallable_tool',
  'trivial_verifier',
  'verifier_failed',
  'mutable_state',
  'nondeterministic',
  'reads_clock',
] as const satisfies readonly Finding['code'][];

/** Findings as they come back from the store. */
export const findingList = z.array(
  z.object({
    code: z.enum(FINDING_CODES),
    message: z.string(),
    details: z.record(z.string(), z.unknown()).optional(),
  }),
);
