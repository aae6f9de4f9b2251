import { PERSON_HEADER } from '../contracts/route.ts';
import { bearer } from './bearer.ts';
import { personName } from './person.ts';

/** Who asks, for every request of a page: the bearer of a sign-in without cookie, the name where nobody signs in. */
export function identityHeaders(): Readonly<Record<string, string>> {
  const person = personName();
  const own = bearer();
  return {
    ...(own !== null && { authorization: `Bearer ${own}` }),
    ...(person !== '' && { [PERSON_HEADER]: encodeURIComponent(person) }),
  };
}
