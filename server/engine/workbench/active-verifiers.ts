import { createVerifier, type Dataset, type Verifier, type VerifierMode } from '../../dataset/index.ts';
import type { VerifierShelf } from '../../store/types.ts';

/** The packs, whose verifiers may have given way to versions that were saved here. */
export interface VersionedDataset extends Dataset {
  /** As the pack has it. */
  packVerifier: Dataset['verifier'];
}

/**
 * Everything that asks the packs for a verifier gets the version in use. Where the pack's own one has changed since that
 * version was taken into use, the pack's is given: somebody has to look first.
 */
export function withSavedVerifiers(packs: Dataset, shelf: Pick<VerifierShelf, 'inUse'>): VersionedDataset {
  const verifier = async (
    name: string,
    taskIdx: number,
    mode: VerifierMode,
  ): Promise<Verifier | undefined> => {
    const own = await packs.verifier(name, taskIdx, mode);
    const scenario = packs.find(name)?.key;
    if (own === undefined || scenario === undefined) return own;
    const used = shelf.inUse({ scenario, taskIdx, mode });
    if (used === undefined || used.packHash !== own.hash || used.hash === own.hash) return own;
    return { ...createVerifier(mode, used.code, own), version: used.version };
  };
  return {
    packs: () => packs.packs(),
    list: () => packs.list(),
    listJson: () => packs.listJson(),
    find: (name) => packs.find(name),
    source: (key) => packs.source(key),
    verifier,
    packVerifier: (key, taskIdx, mode) => packs.verifier(key, taskIdx, mode),
    verifierFile: (key, taskIdx, mode) => packs.verifierFile(key, taskIdx, mode),
    fingerprint: (key) => packs.fingerprint(key),
    gold: (key, taskIdx) => packs.gold(key, taskIdx),
    onChange: (listener) => packs.onChange(listener),
    [Symbol.asyncDispose]: () => packs[Symbol.asyncDispose](),
  };
}
