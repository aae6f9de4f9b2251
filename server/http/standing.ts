import type { Principal } from '../../lib/contracts/people.ts';

/** Known here, and may see the library: lists show what is there, not only what the asker has the key to. */
export function isInside(who: Principal): boolean {
  return who.via !== 'visitor' && who.permissions.has('read');
}

/** Is told the ids of others' sessions, which are the keys to act in them. */
export function mayJoin(who: Principal): boolean {
  return who.via !== 'visitor' && who.permissions.has('write');
}
