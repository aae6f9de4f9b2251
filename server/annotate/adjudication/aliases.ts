/** The second run of a pair, for whoever adjudicates it, is the item's id from its end; the first is the id itself. */
export function otherAlias(item: string): string {
  return item.split('').reverse().join('');
}
