/** The key of an actor in the word lists: `unnamed client` is no name of a key. */
export function actorKey(actor: 'human' | 'agent' | 'unnamed client'): 'human' | 'agent' | 'client' {
  return actor === 'unnamed client' ? 'client' : actor;
}
