import { AppError } from '../../lib/contracts/errors.ts';
import { permissionsOf, type Permission, type Principal } from '../../lib/contracts/people.ts';
import type { PeopleShelf, PersonRecord, TokenRecord } from '../store/people/types.ts';
import type { Guesses } from './guesses.ts';
import type { People } from './people.ts';
import { hashSecret, isSecret, newId, newSecret, readCredential, writeCredential } from './secrets.ts';

const DAY_MS = 86_400_000;
const TOUCH_EVERY_MS = 60_000;
const MOST_TOKENS = 100;
/** How API tokens begin, so that people and scanners of leaked secrets know them. */
export const TOKEN_MARK = 'awm_';

/** Secrets of programs that act for a person. */
export class Tokens {
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

  list(person?: string): readonly TokenRecord[] {
    return this.#shelf.tokens(person);
  }

  /** @throws AppError forbidden (scopes that the person does not have), capacity_reached */
  create(
    body: { readonly name: string; readonly scopes: readonly Permission[]; readonly expiresInDays: number },
    who: Pick<Principal, 'id' | 'name' | 'permissions'>,
  ): { readonly token: TokenRecord; readonly secret: string } {
    const beyond = body.scopes.filter((scope) => !who.permissions.has(scope));
    if (beyond.length > 0)
      throw new AppError(
        'forbidden',
        `A token may not more than its person: ${who.name} has no '${beyond.join("', '")}'.`,
      );
    if (this.#shelf.tokens(who.id).length >= MOST_TOKENS)
      throw new AppError(
        'capacity_reached',
        `A person has at most ${MOST_TOKENS} tokens; take some back first.`,
      );
    const secret = newSecret();
    const id = newId();
    const shown = `${TOKEN_MARK}${writeCredential({ id, secret })}`;
    const now = this.#now();
    const token: TokenRecord = {
      id,
      secretHash: hashSecret(secret),
      person: who.id,
      prefix: shown.slice(0, TOKEN_MARK.length + 8),
      name: body.name,
      scopes: [...new Set(body.scopes)],
      createdAtMs: now,
      expiresAtMs: now + body.expiresInDays * DAY_MS,
      lastUsedAtMs: null,
    };
    this.#shelf.together(() => {
      this.#shelf.addToken(token);
      this.#people.log(who, 'made a token', `${token.name}: ${token.scopes.join(', ')}`);
    });
    return { token, secret: shown };
  }

  /** What it may do now: its scopes, as far as its person has them. @throws AppError unauthenticated, rate_limited */
  check(text: string): { readonly person: PersonRecord; readonly permissions: ReadonlySet<Permission> } {
    const credential = readCredential(text.slice(TOKEN_MARK.length));
    const token = credential && this.#shelf.token(credential.id);
    if (credential === undefined || token === undefined) throw unknown();
    this.#guesses.check(token.id);
    if (!isSecret(credential.secret, token.secretHash)) {
      this.#guesses.wrong(token.id);
      throw unknown();
    }
    const now = this.#now();
    const person = this.#shelf.person(token.person);
    if (token.expiresAtMs <= now)
      throw new AppError('unauthenticated', `The API token ${token.prefix}… has expired; make another.`);
    if (person === undefined || person.disabled)
      throw new AppError('unauthenticated', `The person of the API token ${token.prefix}… is shut out.`);
    if ((token.lastUsedAtMs ?? 0) + TOUCH_EVERY_MS <= now) this.#shelf.touchToken(token.id, now);
    const may = permissionsOf(person.roles);
    return { person, permissions: new Set(token.scopes.filter((scope) => may.has(scope))) };
  }

  /** Another's token is as none to whoever is no admin. @throws AppError not_found */
  revoke(id: string, who: Pick<Principal, 'id' | 'name' | 'permissions'>): void {
    const token = this.#shelf.token(id);
    if (token === undefined || (token.person !== who.id && !who.permissions.has('admin')))
      throw new AppError('not_found', 'There is no such token.');
    this.#shelf.removeToken(id);
    this.#people.log(who, 'took back a token', token.name);
  }
}

function unknown(): AppError {
  return new AppError('unauthenticated', 'This API token is not (or no longer) known here.');
}
