import type { Permission, PersonSource, Role } from '../../../lib/contracts/people.ts';

export interface PersonRecord {
  /** 32 hex digits; `local:<name>` for a profile. */
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  readonly roles: readonly Role[];
  readonly via: PersonSource;
  /** Of an OpenID provider, else null. */
  readonly issuer: string | null;
  readonly subject: string | null;
  readonly disabled: boolean;
  readonly createdAtMs: number;
  readonly seenAtMs: number | null;
}

export type PersonChanges = Partial<Pick<PersonRecord, 'name' | 'email' | 'roles' | 'disabled' | 'seenAtMs'>>;

/** Of every secret only its SHA-256 is kept. */
interface Hashed {
  readonly id: string;
  readonly secretHash: string;
}

export interface SignInRecord extends Hashed {
  readonly person: string;
  /** Browser and system, as it says of itself. */
  readonly device: string;
  readonly createdAtMs: number;
  readonly seenAtMs: number;
}

export interface InviteRecord extends Hashed {
  readonly role: Role;
  /** The name that whoever uses it gets, where it says one. */
  readonly name: string | null;
  readonly note: string;
  readonly by: string;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  readonly usedAtMs: number | null;
  /** The person's id. */
  readonly usedBy: string | null;
  readonly revokedAtMs: number | null;
}

export interface TokenRecord extends Hashed {
  readonly person: string;
  readonly prefix: string;
  readonly name: string;
  readonly scopes: readonly Permission[];
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  readonly lastUsedAtMs: number | null;
}

export interface AccessEntryRecord {
  readonly n: number;
  readonly atMs: number;
  readonly by: string;
  readonly action: string;
  readonly about: string;
}

/** People and their credentials, as they stand in the catalog. Knows no rule: server/access has them. */
export interface PeopleShelf {
  people(): readonly PersonRecord[];
  person(id: string): PersonRecord | undefined;
  bySubject(issuer: string, subject: string): PersonRecord | undefined;
  addPerson(person: PersonRecord): void;
  setPerson(id: string, changes: PersonChanges): void;
  removePerson(id: string): void;

  signIn(id: string): SignInRecord | undefined;
  signInsOf(person: string): readonly SignInRecord[];
  addSignIn(signIn: SignInRecord): void;
  touchSignIn(id: string, atMs: number): void;
  removeSignIn(id: string): void;
  /** Those not used since, and those begun before. */
  dropSignIns(before: { readonly seenMs: number; readonly createdMs: number }): void;

  invite(id: string): InviteRecord | undefined;
  invites(): readonly InviteRecord[];
  addInvite(invite: InviteRecord): void;
  /** False where it was used or taken back already: of two at once, one gets it. */
  useInvite(id: string, by: string, atMs: number): boolean;
  revokeInvite(id: string, atMs: number): boolean;

  token(id: string): TokenRecord | undefined;
  tokens(person?: string): readonly TokenRecord[];
  addToken(token: TokenRecord): void;
  touchToken(id: string, atMs: number): void;
  removeToken(id: string): boolean;

  log(entry: Omit<AccessEntryRecord, 'n'>): void;
  /** Newest first. */
  entries(before: number | undefined, limit: number): readonly AccessEntryRecord[];

  /** All of it or nothing. */
  together<T>(work: () => T): T;
}
