import { AppError } from '../../lib/contracts/errors.ts';
import type { Principal, Role } from '../../lib/contracts/people.ts';
import type { InviteRecord, PeopleShelf, PersonRecord } from '../store/people/types.ts';
import type { Guesses } from './guesses.ts';
import type { Actor, People } from './people.ts';
import { hashSecret, isSecret, newId, newSecret, readCredential, writeCredential } from './secrets.ts';

const HOUR_MS = 3_600_000;
/** Of the link that is printed while there is no admin. */
const FIRST_NOTE = 'For the first admin, printed where the studio was started.';
const STUDIO = { id: '', name: 'the studio' };

export interface NewInvite {
  readonly role: Role;
  readonly name?: string;
  readonly note: string;
  readonly expiresInHours: number;
}

/** Links that make one person. */
export class Invites {
  readonly #shelf: PeopleShelf;
  readonly #people: People;
  readonly #guesses: Guesses;
  readonly #now: () => number;

  constructor(parts: { shelf: PeopleShelf; people: People; guesses: Guesses; now: () => number }) {
    this.#shelf = parts.shelf;
    this.#people = parts.people;
    this.#guesses = parts.guesses;
    this.#now = parts.now;
  }

  list(): readonly InviteRecord[] {
    return this.#shelf.invites();
  }

  stateOf(invite: InviteRecord): 'open' | 'used' | 'expired' | 'revoked' {
    if (invite.usedAtMs !== null) return 'used';
    if (invite.revokedAtMs !== null) return 'revoked';
    return invite.expiresAtMs <= this.#now() ? 'expired' : 'open';
  }

  create(
    { role, name, note, expiresInHours }: NewInvite,
    by: Actor,
  ): { readonly invite: InviteRecord; readonly secret: string } {
    const secret = newSecret();
    const now = this.#now();
    const invite: InviteRecord = {
      id: newId(),
      secretHash: hashSecret(secret),
      role,
      name: name ?? null,
      note,
      by: by.name,
      createdAtMs: now,
      expiresAtMs: now + expiresInHours * HOUR_MS,
      usedAtMs: null,
      usedBy: null,
      revokedAtMs: null,
    };
    this.#shelf.together(() => {
      this.#shelf.addInvite(invite);
      this.#people.log(by, 'invited', `${name ?? 'somebody'} as ${role}`);
    });
    return { invite, secret: writeCredential({ id: invite.id, secret }) };
  }

  /** @throws AppError not_found, conflict (used, taken back, expired), rate_limited */
  look(text: string): InviteRecord {
    const credential = readCredential(text);
    const invite = credential && this.#shelf.invite(credential.id);
    if (credential === undefined || invite === undefined) throw unknown();
    this.#guesses.check(invite.id);
    if (!isSecret(credential.secret, invite.secretHash)) {
      this.#guesses.wrong(invite.id);
      throw unknown();
    }
    const state = this.stateOf(invite);
    if (state === 'open') return invite;
    const reasons = {
      used: 'This invite was used already: each works once. Ask for another, or sign in where you used it.',
      revoked: 'This invite was taken back. Ask whoever sent it for another.',
      expired: 'This invite has expired. Ask whoever sent it for another.',
    };
    throw new AppError('conflict', reasons[state], { details: { state } });
  }

  /** Makes a person, or gives its role to `who` where they are signed in. @throws AppError as look, invalid_request (no name) */
  use(text: string, name: string | undefined, who: Principal): PersonRecord {
    const invite = this.look(text);
    const known = who.via === 'visitor' ? undefined : who.id;
    const called = invite.name ?? name;
    if (known === undefined && called === undefined)
      throw new AppError('invalid_request', 'Say your name: what you label is signed with it.');
    return this.#shelf.together(() => {
      const person =
        known === undefined
          ? this.#people.add({ name: called ?? '', roles: [invite.role], via: 'invite' })
          : this.#people.addRole(known, invite.role);
      if (!this.#shelf.useInvite(invite.id, person.id, this.#now()))
        throw new AppError('conflict', 'This invite was used just now: each works once.');
      this.#people.log(person, 'used an invite', `${invite.role}, from ${invite.by}`);
      // Nobody needs the way of the first admin once there is one.
      if (invite.role === 'admin') this.#endFirst();
      return person;
    });
  }

  /** An invite for the first admin in place of the last such one; undefined where there is an admin. */
  forFirstAdmin(): string | undefined {
    if (this.#people.admins().length > 0) return undefined;
    this.#endFirst();
    return this.create({ role: 'admin', note: FIRST_NOTE, expiresInHours: 24 }, STUDIO).secret;
  }

  #endFirst(): void {
    for (const invite of this.list())
      if (invite.note === FIRST_NOTE && this.stateOf(invite) === 'open') this.revoke(invite.id, STUDIO);
  }

  /** @throws AppError not_found, conflict (used or taken back before) */
  revoke(id: string, by: Actor): void {
    const invite = this.#shelf.invite(id);
    if (invite === undefined) throw new AppError('not_found', 'There is no such invite.');
    if (!this.#shelf.revokeInvite(id, this.#now()))
      throw new AppError('conflict', 'This invite was used or taken back already.');
    this.#people.log(by, 'took back an invite', `${invite.name ?? 'somebody'} as ${invite.role}`);
  }
}

function unknown(): AppError {
  return new AppError(
    'not_found',
    'This is no invite of this studio. Open the whole link, with all that follows the #.',
  );
}
