import { hash, randomBytes, timingSafeEqual } from 'node:crypto';

/** A secret as its holder has it: `<id>.<secret>`; the id finds its row, the secret proves it. */
export interface Credential {
  readonly id: string;
  readonly secret: string;
}

const CREDENTIAL = /^([0-9a-f]{16,32})\.([\w-]{43})$/;

export function newId(): string {
  return randomBytes(16).toString('hex');
}

/** 256 random bits: no dictionary reaches them, so that a plain hash keeps them. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'hex');
}

/** In time that does not depend on where they differ. */
export function isSecret(secret: string, secretHash: string): boolean {
  return timingSafeEqual(Buffer.from(hashSecret(secret), 'hex'), Buffer.from(secretHash, 'hex'));
}

export function writeCredential({ id, secret }: Credential): string {
  return `${id}.${secret}`;
}

export function readCredential(text: string): Credential | undefined {
  const [, id, secret] = CREDENTIAL.exec(text) ?? [];
  return id === undefined || secret === undefined ? undefined : { id, secret };
}
