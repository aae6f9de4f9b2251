import { AppError } from '../../../lib/contracts/errors.ts';
import { isJsonObject } from '../../../lib/contracts/pydantic.ts';
import type { PackPatch } from '../../../lib/contracts/workbench.ts';
import { unifiedDiff } from '../../../lib/domain/unified-diff.ts';
import { parseLossless } from '../../../lib/util/lossless-json.ts';
import type { Verifier, VerifierFile } from '../../dataset/types.ts';

/** A verifier's change as its pack's author takes it over. @throws AppError conflict where nothing changes */
export function packPatch(name: string, file: VerifierFile, own: Verifier, draft: Verifier): PackPatch {
  if (own.hash === draft.hash)
    throw new AppError('conflict', 'The draft is what the pack has: nothing to patch.');
  const hashes = { oldHash: own.hash, newHash: draft.hash };
  if (file.kind === 'source') {
    const text = unifiedDiff(file.file, file.code, draft.code);
    return { kind: 'diff', fileName: `${name}.patch`, file: file.file, line: null, text, ...hashes };
  }
  const row = parseLossless(file.row);
  const verification = isJsonObject(row) ? row['verification'] : undefined;
  if (!isJsonObject(row) || !isJsonObject(verification))
    throw new AppError('pack_invalid', `${file.file}, line ${String(file.line)}: the row is no verifier’s.`);
  const replaced = {
    ...row,
    verification: { ...verification, code: draft.code },
    // Readers of packs leave keys alone that they do not know.
    replaces: { old_hash: own.hash, new_hash: draft.hash },
  };
  return {
    kind: 'row',
    fileName: `${name}.jsonl`,
    file: file.file,
    line: file.line,
    text: `${JSON.stringify(replaced)}\n`,
    ...hashes,
  };
}
