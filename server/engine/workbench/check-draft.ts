import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CodeCheck } from '../../../lib/contracts/workbench.ts';
import { createVerifier } from '../../dataset/index.ts';
import { failureText } from '../../verify/index.ts';
import type { Draft, WorkbenchDeps } from './types.ts';

const DEADLINE_MS = 5_000;
/** Nobody defines it, so that a draft that can be loaded is told from one that cannot. */
const NOBODY = 'studio_looks_whether_this_loads';
const NO_FUNCTION = 'There is no function whose name starts with verify_.';

let names = 0;

/** Loads a draft in the sandbox without calling it. */
export async function checkDraft(
  { host, filesDir }: Pick<WorkbenchDeps, 'host' | 'filesDir'>,
  { mode, code }: Draft,
  signal?: AbortSignal,
): Promise<CodeCheck> {
  const { functionName, hash } = createVerifier(mode, code, {
    reasoning: '',
    successCriteria: '',
    failureCriteria: '',
  });
  await mkdir(filesDir, { recursive: true, mode: 0o700 });
  const empty = join(filesDir, `empty-${String(++names)}.db`);
  await writeFile(empty, '');
  try {
    const run = { code, functionName: NOBODY, initialDb: empty, finalDb: empty, deadlineMs: DEADLINE_MS };
    const outcome = await host.verify(run, signal);
    if (outcome.kind === 'raised' && outcome.error.startsWith(`Function '${NOBODY}'`)) {
      const ok = code.includes(functionName);
      return { ok, message: ok ? null : NO_FUNCTION, line: null, functionName, hash };
    }
    if (outcome.kind === 'returned') return { ok: true, message: null, line: null, functionName, hash };
    const line = outcome.kind === 'raised' ? (outcome.endedAtLine ?? null) : null;
    return { ok: false, message: failureText(outcome), line, functionName, hash };
  } finally {
    await rm(empty, { force: true });
  }
}
