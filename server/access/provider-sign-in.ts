import { AppError } from '../../lib/contracts/errors.ts';
import type { SignInFault } from '../../lib/contracts/rest-people.ts';
import type { PeopleShelf, PersonRecord } from '../store/people/types.ts';
import type { People } from './people.ts';
import { faultOf, refusal } from './sign-in-fault.ts';
import { isAllowed, type Claimed, type Errand, type Provider } from './provider.ts';
import { hashSecret, newSecret } from './secrets.ts';

/** As long may somebody be at the provider. */
export const ERRAND_MS = 10 * 60_000;
/** Sign-ins that are under way at once; the oldest goes for a new one. */
const MOST_ERRANDS = 1_000;

type Outcome =
  | { readonly state: 'waiting' }
  | { readonly state: 'refused'; readonly why: SignInFault; readonly message: string }
  | { readonly state: 'done'; readonly person: string };

interface Kept extends Errand {
  readonly atMs: number;
  /** Hash of the cookie of the browser that left. */
  readonly browser: string;
  /** Hash of what the page will claim the sign-in with. */
  readonly handover: string;
}

/**
 * People on their way to the provider and back. The page that wants the sign-in makes up a `handover` and claims by it what
 * came of it: it may be a frame that shares neither storage nor cookies with the window in which the provider is. A cookie
 * ties that window to the answer, so that nobody can be made to finish a sign-in that another began.
 */
export class ProviderSignIn {
  readonly provider: Provider;
  readonly #people: People;
  readonly #shelf: PeopleShelf;
  readonly #now: () => number;
  readonly #errands = new Map<string, Kept>();
  readonly #outcomes = new Map<string, { readonly atMs: number; readonly outcome: Outcome }>();

  constructor(parts: { provider: Provider; people: People; shelf: PeopleShelf; now: () => number }) {
    this.provider = parts.provider;
    this.#people = parts.people;
    this.#shelf = parts.shelf;
    this.#now = parts.now;
  }

  /** @throws AppError sign_in_failed */
  async start(
    handover: string,
    redirectUri: string,
  ): Promise<{ readonly url: string; readonly browser: string }> {
    const { url, errand } = await this.provider.begin(redirectUri);
    const browser = newSecret();
    this.#sweep();
    this.#errands.set(errand.state, {
      ...errand,
      atMs: this.#now(),
      browser: hashSecret(browser),
      handover: hashSecret(handover),
    });
    return { url, browser };
  }

  /** The provider sent somebody back. What came of it waits for whoever claims it. */
  async finish(search: string, browser: string | undefined): Promise<void> {
    this.#sweep();
    const state = new URLSearchParams(search).get('state') ?? '';
    const errand = this.#errands.get(state);
    if (errand === undefined || browser === undefined || hashSecret(browser) !== errand.browser)
      throw new AppError(
        'sign_in_failed',
        'This sign-in was begun in another browser, or more than 10 minutes ago. Begin again.',
      );
    this.#errands.delete(state);
    let outcome: Outcome;
    try {
      const person = this.#admit(await this.provider.finish(search, errand));
      outcome = { state: 'done', person: person.id };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      outcome = { state: 'refused', why: faultOf(error), message: error.message };
    }
    this.#outcomes.set(errand.handover, { atMs: this.#now(), outcome });
  }

  /** What came of it, once. */
  claim(
    handover: string,
  ):
    | { readonly state: 'waiting' }
    | { readonly state: 'refused'; readonly why: SignInFault; readonly message: string }
    | { readonly state: 'done'; readonly person: PersonRecord } {
    this.#sweep();
    const key = hashSecret(handover);
    const { outcome } = this.#outcomes.get(key) ?? { outcome: { state: 'waiting' } as const };
    this.#outcomes.delete(key);
    return outcome.state === 'done' ? { state: 'done', person: this.#people.get(outcome.person) } : outcome;
  }

  /** @throws AppError sign_in_failed */
  #admit(claimed: Claimed): PersonRecord {
    const { issuer, name, allow, roles, admin } = this.provider.settings;
    const isOwner = claimed.subject === admin;
    if (!isOwner && !isAllowed(allow, claimed))
      throw refusal('not_allowed', `${name} says you are ${claimed.name}, who is not let in here.`);
    const known = this.#shelf.bySubject(issuer, claimed.subject);
    if (known?.disabled === true)
      throw refusal('shut_out', `${known.name} was shut out of this studio; ask an admin.`);
    return this.#shelf.together(() => {
      const person =
        known ??
        this.#people.add({
          name: claimed.name,
          email: claimed.email,
          roles,
          via: 'oidc',
          issuer,
          subject: claimed.subject,
        });
      if (claimed.email !== person.email) this.#shelf.setPerson(person.id, { email: claimed.email });
      return isOwner ? this.#people.addRole(person.id, 'admin') : person;
    });
  }

  #sweep(): void {
    const since = this.#now() - ERRAND_MS;
    for (const map of [this.#errands, this.#outcomes]) {
      for (const [key, { atMs }] of map) {
        if (atMs >= since && map.size < MOST_ERRANDS) break;
        map.delete(key);
      }
    }
  }
}
