import { AppError } from '../../lib/contracts/errors.ts';
import type { PeopleShelf, PersonRecord, SignInRecord } from '../store/people/types.ts';
import type { Guesses } from './guesses.ts';
import type { People } from './people.ts';
import { hashSecret, isSecret, newId, newSecret, readCredential, writeCredential } from './secrets.ts';

const DAY_MS = 86_400_000;
/** A sign-in that was not used for so long is over; each use puts it off. */
export const SIGN_IN_IDLE_MS = 14 * DAY_MS;
/** It never lasts longer. */
export const SIGN_IN_MOST_MS = 60 * DAY_MS;
/** The time of use is written no more often. */
const TOUCH_EVERY_MS = 60_000;
/** Of one person; the longest unused goes first. */
const MOST_SIGN_INS = 50;

export interface Signed {
  readonly signIn: SignInRecord;
  readonly person: PersonRecord;
}

/** Sessions of people who signed in. */
export class SignIns {
  readonly #shelf: PeopleShelf;
  readonly #guesses: Guesses;
  readonly #now: () => number;
  readonly #people: Pick<People, 'changed'>;

  constructor(parts: { shelf: PeopleShelf; people: People; guesses: Guesses; now: () => number }) {
    const { shelf, people, guesses, now } = parts;
    this.#shelf = shelf;
    this.#people = people;
    this.#guesses = guesses;
    this.#now = now;
  }

  /** Returns the credential, this once. */
  begin(person: PersonRecord, device: string): string {
    const now = this.#now();
    const secret = newSecret();
    const id = newId();
    this.#shelf.together(() => {
      this.#shelf.dropSignIns({ seenMs: now - SIGN_IN_IDLE_MS, createdMs: now - SIGN_IN_MOST_MS });
      for (const old of this.#shelf.signInsOf(person.id).slice(MOST_SIGN_INS - 1))
        this.#shelf.removeSignIn(old.id);
      this.#shelf.addSignIn({
        id,
        person: person.id,
        secretHash: hashSecret(secret),
        device: device.slice(0, 200),
        createdAtMs: now,
        seenAtMs: now,
      });
      this.#shelf.setPerson(person.id, { seenAtMs: now });
      this.#shelf.log({ atMs: now, by: person.name, action: 'signed in', about: '' });
    });
    return writeCredential({ id, secret });
  }

  /** Undefined where it is over or never was. @throws AppError rate_limited */
  check(text: string): Signed | undefined {
    const credential = readCredential(text);
    const signIn = credential && this.#shelf.signIn(credential.id);
    if (credential === undefined || signIn === undefined) return undefined;
    this.#guesses.check(signIn.id);
    if (!isSecret(credential.secret, signIn.secretHash)) {
      this.#guesses.wrong(signIn.id);
      return undefined;
    }
    const now = this.#now();
    if (signInEnd(signIn) <= now) return undefined;
    const person = this.#shelf.person(signIn.person);
    if (person === undefined || person.disabled) return undefined;
    if (signIn.seenAtMs + TOUCH_EVERY_MS <= now) {
      this.#shelf.touchSignIn(signIn.id, now);
      this.#shelf.setPerson(person.id, { seenAtMs: now });
    }
    return { signIn, person };
  }

  list(person: string): readonly SignInRecord[] {
    const now = this.#now();
    return this.#shelf.signInsOf(person).filter((signIn) => signInEnd(signIn) > now);
  }

  /** `others`: all but `current`. @throws AppError not_found */
  end(person: PersonRecord, which: string, current: string | undefined): void {
    const ended = this.#shelf
      .signInsOf(person.id)
      .filter(({ id }) => (which === 'others' ? id !== current : id === which));
    if (ended.length === 0 && which !== 'others')
      throw new AppError('not_found', 'There is no such sign-in; it may be over.');
    for (const { id } of ended) this.#shelf.removeSignIn(id);
    this.#shelf.log({ atMs: this.#now(), by: person.name, action: 'signed out', about: '' });
    this.#people.changed(person.id);
  }
}

/** When it ends, if it is not used before. */
export function signInEnd({ seenAtMs, createdAtMs }: SignInRecord): number {
  return Math.min(seenAtMs + SIGN_IN_IDLE_MS, createdAtMs + SIGN_IN_MOST_MS);
}
