import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { HubFile } from './hub-client.ts';

/** Hashes a file's bytes as they come: its sha256, and what the hub knows it by. */
export interface Digest {
  readonly bytes: number;
  update(chunk: Uint8Array): void;
  end(): { readonly sha256: string; readonly matches: boolean };
}

export function createDigest(file: HubFile): Digest {
  const sha256 = createHash('sha256');
  const git: Hash | undefined =
    file.digest.kind === 'git-sha1' ? createHash('sha1').update(`blob ${file.size}\0`) : undefined;
  let bytes = 0;
  return {
    get bytes() {
      return bytes;
    },
    update: (chunk) => {
      bytes += chunk.byteLength;
      sha256.update(chunk);
      git?.update(chunk);
    },
    end: () => {
      const hex = sha256.digest('hex');
      return { sha256: hex, matches: bytes === file.size && (git?.digest('hex') ?? hex) === file.digest.hex };
    },
  };
}

/** Takes in what a file on disk holds; nothing where there is none. */
export async function digestFile(path: string, digest: Digest, signal: AbortSignal): Promise<void> {
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024, signal })) {
      digest.update(chunk as Buffer);
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
}
