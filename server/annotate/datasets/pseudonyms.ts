import { createHmac } from 'node:crypto';

/**
 * Names for people in an export. Pseudonyms are made with the project's secret: the same person is the same in every export
 * of the project, and nobody without the secret can try names out.
 */
export function namesFor(
  people: 'pseudonyms' | 'names',
  secret: Uint8Array,
): (person: string, name: string) => string {
  if (people === 'names') return (_person, name) => name;
  const known = new Map<string, string>();
  return (person) => {
    const pseudonym =
      known.get(person) ?? `p-${createHmac('sha256', secret).update(person).digest('hex').slice(0, 12)}`;
    known.set(person, pseudonym);
    return pseudonym;
  };
}
