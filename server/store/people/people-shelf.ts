import type { Permission, Role } from '../../../lib/contracts/people.ts';
import type { Catalog } from '../catalog.ts';
import type { ApiTokenRow, InviteRow, PersonRow, SignInRow } from './tables.ts';
import { storageError } from '../storage-error.ts';
import type {
  AccessEntryRecord,
  InviteRecord,
  PeopleShelf,
  PersonChanges,
  PersonRecord,
  SignInRecord,
  TokenRecord,
} from './types.ts';

/** Lines of the log of access that are kept. */
const KEPT_ENTRIES = 50_000;

export class CatalogPeople implements PeopleShelf {
  readonly #catalog: Catalog;
  readonly #homeDir: string;

  constructor(catalog: Catalog, homeDir: string) {
    this.#catalog = catalog;
    this.#homeDir = homeDir;
  }

  get #query(): Catalog['query'] {
    return this.#catalog.query;
  }

  people(): readonly PersonRecord[] {
    return this.#catalog.all(this.#query.selectFrom('people').selectAll().orderBy('name')).map(toPerson);
  }

  person(id: string): PersonRecord | undefined {
    const row = this.#catalog.get(this.#query.selectFrom('people').selectAll().where('id', '=', id));
    return row && toPerson(row);
  }

  bySubject(issuer: string, subject: string): PersonRecord | undefined {
    const row = this.#catalog.get(
      this.#query
        .selectFrom('people')
        .selectAll()
        .where('issuer', '=', issuer)
        .where('subject', '=', subject),
    );
    return row && toPerson(row);
  }

  addPerson(person: PersonRecord): void {
    const { roles, disabled, createdAtMs, seenAtMs, ...rest } = person;
    this.#write(() =>
      this.#catalog.run(
        this.#query.insertInto('people').values({
          ...rest,
          roles: JSON.stringify(roles),
          disabled: Number(disabled),
          created_at: createdAtMs,
          seen_at: seenAtMs,
        }),
      ),
    );
  }

  setPerson(id: string, { name, email, roles, disabled, seenAtMs }: PersonChanges): void {
    const set: Partial<PersonRow> = {
      ...(name !== undefined && { name }),
      ...(email !== undefined && { email }),
      ...(roles !== undefined && { roles: JSON.stringify(roles) }),
      ...(disabled !== undefined && { disabled: Number(disabled) }),
      ...(seenAtMs !== undefined && { seen_at: seenAtMs }),
    };
    if (Object.keys(set).length === 0) return;
    this.#write(() => this.#catalog.run(this.#query.updateTable('people').set(set).where('id', '=', id)));
  }

  removePerson(id: string): void {
    this.#write(() => this.#catalog.run(this.#query.deleteFrom('people').where('id', '=', id)));
  }

  signIn(id: string): SignInRecord | undefined {
    const row = this.#catalog.get(this.#query.selectFrom('sign_ins').selectAll().where('id', '=', id));
    return row && toSignIn(row);
  }

  signInsOf(person: string): readonly SignInRecord[] {
    return this.#catalog
      .all(
        this.#query
          .selectFrom('sign_ins')
          .selectAll()
          .where('person', '=', person)
          .orderBy('seen_at', 'desc'),
      )
      .map(toSignIn);
  }

  addSignIn({ id, person, secretHash, device, createdAtMs, seenAtMs }: SignInRecord): void {
    const row = {
      id,
      person,
      secret_hash: secretHash,
      device,
      created_at: createdAtMs,
      seen_at: seenAtMs,
    };
    this.#write(() => this.#catalog.run(this.#query.insertInto('sign_ins').values(row)));
  }

  touchSignIn(id: string, atMs: number): void {
    this.#write(() =>
      this.#catalog.run(this.#query.updateTable('sign_ins').set({ seen_at: atMs }).where('id', '=', id)),
    );
  }

  removeSignIn(id: string): void {
    this.#write(() => this.#catalog.run(this.#query.deleteFrom('sign_ins').where('id', '=', id)));
  }

  dropSignIns({ seenMs, createdMs }: { readonly seenMs: number; readonly createdMs: number }): void {
    this.#write(() =>
      this.#catalog.run(
        this.#query
          .deleteFrom('sign_ins')
          .where((at) => at.or([at('seen_at', '<', seenMs), at('created_at', '<', createdMs)])),
      ),
    );
  }

  invite(id: string): InviteRecord | undefined {
    const row = this.#catalog.get(this.#query.selectFrom('invites').selectAll().where('id', '=', id));
    return row && toInvite(row);
  }

  invites(): readonly InviteRecord[] {
    return this.#catalog
      .all(this.#query.selectFrom('invites').selectAll().orderBy('created_at', 'desc').limit(1_000))
      .map(toInvite);
  }

  addInvite(invite: InviteRecord): void {
    const row: InviteRow = {
      id: invite.id,
      secret_hash: invite.secretHash,
      role: invite.role,
      name: invite.name,
      note: invite.note,
      by: invite.by,
      created_at: invite.createdAtMs,
      expires_at: invite.expiresAtMs,
      used_at: invite.usedAtMs,
      used_by: invite.usedBy,
      revoked_at: invite.revokedAtMs,
    };
    this.#write(() => this.#catalog.run(this.#query.insertInto('invites').values(row)));
  }

  useInvite(id: string, by: string, atMs: number): boolean {
    return this.#settleInvite(id, { used_at: atMs, used_by: by });
  }

  revokeInvite(id: string, atMs: number): boolean {
    return this.#settleInvite(id, { revoked_at: atMs });
  }

  #settleInvite(id: string, set: Partial<InviteRow>): boolean {
    const query = this.#query
      .updateTable('invites')
      .set(set)
      .where('id', '=', id)
      .where('used_at', 'is', null)
      .where('revoked_at', 'is', null);
    return this.#write(() => this.#catalog.run(query)) === 1;
  }

  token(id: string): TokenRecord | undefined {
    const row = this.#catalog.get(this.#query.selectFrom('api_tokens').selectAll().where('id', '=', id));
    return row && toToken(row);
  }

  tokens(person?: string): readonly TokenRecord[] {
    const all = this.#query.selectFrom('api_tokens').selectAll().orderBy('created_at', 'desc').limit(1_000);
    return this.#catalog.all(person === undefined ? all : all.where('person', '=', person)).map(toToken);
  }

  addToken(token: TokenRecord): void {
    const row: ApiTokenRow = {
      id: token.id,
      person: token.person,
      secret_hash: token.secretHash,
      prefix: token.prefix,
      name: token.name,
      scopes: JSON.stringify(token.scopes),
      created_at: token.createdAtMs,
      expires_at: token.expiresAtMs,
      last_used_at: token.lastUsedAtMs,
    };
    this.#write(() => this.#catalog.run(this.#query.insertInto('api_tokens').values(row)));
  }

  touchToken(id: string, atMs: number): void {
    const query = this.#query.updateTable('api_tokens').set({ last_used_at: atMs }).where('id', '=', id);
    this.#write(() => this.#catalog.run(query));
  }

  removeToken(id: string): boolean {
    const query = this.#query.deleteFrom('api_tokens').where('id', '=', id);
    return this.#write(() => this.#catalog.run(query)) === 1;
  }

  log({ atMs, by, action, about }: Omit<AccessEntryRecord, 'n'>): void {
    this.#write(() => {
      this.#catalog.run(this.#query.insertInto('access_log').values({ at: atMs, by, action, about }));
      this.#catalog.raw
        .prepare('DELETE FROM access_log WHERE n <= (SELECT max(n) FROM access_log) - ?')
        .run(KEPT_ENTRIES);
    });
  }

  entries(before: number | undefined, limit: number): readonly AccessEntryRecord[] {
    const all = this.#query.selectFrom('access_log').selectAll().orderBy('n', 'desc').limit(limit);
    return this.#catalog
      .all(before === undefined ? all : all.where('n', '<', before))
      .map(({ n, at, by, action, about }) => ({ n, atMs: at, by, action, about }));
  }

  together<T>(work: () => T): T {
    return this.#write(() => this.#catalog.raw.transaction(work).immediate());
  }

  #write<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw storageError(error, this.#homeDir);
    }
  }
}

function toPerson(row: PersonRow): PersonRecord {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    roles: JSON.parse(row.roles) as Role[],
    via: row.via,
    issuer: row.issuer,
    subject: row.subject,
    disabled: row.disabled === 1,
    createdAtMs: row.created_at,
    seenAtMs: row.seen_at,
  };
}

function toSignIn(row: SignInRow): SignInRecord {
  return {
    id: row.id,
    person: row.person,
    secretHash: row.secret_hash,
    device: row.device,
    createdAtMs: row.created_at,
    seenAtMs: row.seen_at,
  };
}

function toInvite(row: InviteRow): InviteRecord {
  return {
    id: row.id,
    secretHash: row.secret_hash,
    role: row.role,
    name: row.name,
    note: row.note,
    by: row.by,
    createdAtMs: row.created_at,
    expiresAtMs: row.expires_at,
    usedAtMs: row.used_at,
    usedBy: row.used_by,
    revokedAtMs: row.revoked_at,
  };
}

function toToken(row: ApiTokenRow): TokenRecord {
  return {
    id: row.id,
    person: row.person,
    secretHash: row.secret_hash,
    prefix: row.prefix,
    name: row.name,
    scopes: JSON.parse(row.scopes) as Permission[],
    createdAtMs: row.created_at,
    expiresAtMs: row.expires_at,
    lastUsedAtMs: row.last_used_at,
  };
}
