import { AppError } from '../../lib/contracts/errors.ts';
import {
  NAME_LIMIT,
  permissionsOf,
  type PersonSource,
  type Principal,
  type Role,
} from '../../lib/contracts/people.ts';
import { fitName, sameNameKey } from '../../lib/util/person-names.ts';
import type { AccessEntryRecord, PeopleShelf, PersonRecord } from '../store/people/types.ts';
import { profileId } from './local-access.ts';
import { newId } from './secrets.ts';

/** Who it is that acts, for the log of access. */
export type Actor = Pick<Principal, 'id' | 'name'>;

export interface NewPerson {
  readonly name: string;
  readonly roles: readonly Role[];
  readonly via: PersonSource;
  readonly email?: string | null;
  readonly issuer?: string;
  readonly subject?: string;
}

/** People and their roles. */
export class People {
  readonly #shelf: PeopleShelf;
  readonly #now: () => number;
  readonly #listeners = new Set<(person: string) => void>();

  constructor(shelf: PeopleShelf, now: () => number) {
    this.#shelf = shelf;
    this.#now = now;
  }

  /** Hears whose roles, name or sign-ins are others now. Ends by what it returns. */
  watch(listener: (person: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Said once what changed stands in the catalog. */
  changed(person: string): void {
    for (const listener of this.#listeners) listener(person);
  }

  /** With accounts those who sign in, without them the profiles. */
  list(of: 'accounts' | 'profiles'): readonly PersonRecord[] {
    return this.#shelf.people().filter(({ via }) => (via === 'local') === (of === 'profiles'));
  }

  find(id: string): PersonRecord | undefined {
    return this.#shelf.person(id);
  }

  /** The log of access, newest first. */
  entries(before: number | undefined, limit: number): readonly AccessEntryRecord[] {
    return this.#shelf.entries(before, limit);
  }

  /** @throws AppError not_found */
  get(id: string): PersonRecord {
    const person = this.#shelf.person(id);
    if (person === undefined) throw new AppError('not_found', 'There is no such person.');
    return person;
  }

  /** The name is made another where somebody has it: labels are signed with names. */
  add({ name, roles, via, email = null, issuer, subject }: NewPerson): PersonRecord {
    const person: PersonRecord = {
      id: newId(),
      name: this.#freeName(name),
      email,
      roles: [...new Set(roles)],
      via,
      issuer: issuer ?? null,
      subject: subject ?? null,
      disabled: false,
      createdAtMs: this.#now(),
      seenAtMs: null,
    };
    this.#shelf.addPerson(person);
    return person;
  }

  /** @throws AppError not_found, conflict (name taken, last admin) */
  set(
    id: string,
    changes: { readonly roles?: readonly Role[]; readonly name?: string; readonly disabled?: boolean },
    by: Actor,
  ): PersonRecord {
    const person = this.get(id);
    const { roles = person.roles, name = person.name, disabled = person.disabled } = changes;
    const wasAdmin = isAdmin(person);
    if (wasAdmin && !isAdmin({ roles, disabled, via: person.via }) && this.admins().length === 1)
      throw new AppError(
        'conflict',
        `${person.name} is the only admin: make somebody else one first, or nobody could give roles any more.`,
      );
    if (name !== person.name) this.#requireFree(name, id);
    this.#shelf.together(() => {
      this.#shelf.setPerson(id, { roles: [...new Set(roles)], name, disabled });
      if (disabled) for (const { id: signIn } of this.#shelf.signInsOf(id)) this.#shelf.removeSignIn(signIn);
      if (roles !== person.roles) this.log(by, 'roles', `${name}: ${roles.join(', ') || 'none'}`);
      if (name !== person.name) this.log(by, 'renamed', `${person.name} to ${name}`);
      if (disabled !== person.disabled) this.log(by, disabled ? 'shut out' : 'let in again', name);
    });
    this.changed(id);
    return this.get(id);
  }

  /** Whether somebody who signs in has this name, or one that looks the same. */
  isCalled(name: string): boolean {
    return this.#taken(name);
  }

  admins(): readonly PersonRecord[] {
    return this.#shelf.people().filter(isAdmin);
  }

  addRole(id: string, role: Role): PersonRecord {
    const { roles } = this.get(id);
    this.#shelf.setPerson(id, { roles: [...new Set([...roles, role])] });
    this.changed(id);
    return this.get(id);
  }

  /** Without accounts: whoever says this name has these roles. */
  saveProfile(name: string, roles: readonly Role[], by: Actor): PersonRecord {
    const id = profileId(name);
    this.#shelf.together(() => {
      if (this.#shelf.person(id) === undefined)
        this.#shelf.addPerson({
          id,
          name,
          email: null,
          roles: [...new Set(roles)],
          via: 'local',
          issuer: null,
          subject: null,
          disabled: false,
          createdAtMs: this.#now(),
          seenAtMs: null,
        });
      else this.#shelf.setPerson(id, { roles: [...new Set(roles)] });
      this.log(by, 'profile', `${name}: ${roles.join(', ')}`);
    });
    this.changed(id);
    return this.get(id);
  }

  removeProfile(name: string, by: Actor): void {
    this.get(profileId(name));
    this.#shelf.removePerson(profileId(name));
    this.log(by, 'profile removed', name);
    this.changed(profileId(name));
  }

  log(by: Actor, action: string, about: string): void {
    this.#shelf.log({ atMs: this.#now(), by: by.name, action, about });
  }

  #taken(name: string, but?: string): boolean {
    const same = sameNameKey(name);
    return this.#shelf
      .people()
      .some((person) => person.via !== 'local' && person.id !== but && sameNameKey(person.name) === same);
  }

  #requireFree(name: string, but: string): void {
    if (this.#taken(name, but))
      throw new AppError('conflict', `Somebody is called ${name} already; labels are signed with names.`);
  }

  #freeName(wanted: string): string {
    const name = fitName(wanted).trim().slice(0, NAME_LIMIT) || 'Person';
    if (!this.#taken(name)) return name;
    for (let n = 2; ; n += 1) {
      const suffix = ` (${String(n)})`;
      const other = `${name.slice(0, NAME_LIMIT - suffix.length)}${suffix}`;
      if (!this.#taken(other)) return other;
    }
  }
}

function isAdmin({ roles, disabled, via }: Pick<PersonRecord, 'roles' | 'disabled' | 'via'>): boolean {
  return via !== 'local' && !disabled && permissionsOf(roles).has('admin');
}
