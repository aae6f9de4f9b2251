/** Marks that turn the direction of what stands around them, breaks of lines, and other controls. */
const UNFIT = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
/** What nobody sees. Joiners have a use within words of some scripts: they may stand in a name, and do not tell two apart. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\p{Zl}\p{Zp}\p{Zs}\u2800]/gu;

/** Whether a name can be signed with: something is to be seen, and nothing hides or turns it. */
export function isFitName(name: string): boolean {
  return name === fitName(name) && name.replace(UNSEEN, '') !== '';
}

/** Without what a name may not have; '' where nothing is to be seen. */
export function fitName(name: string): string {
  const fit = name.toWellFormed().replace(UNFIT, '');
  return fit.replace(UNSEEN, '') === '' ? '' : fit;
}

/** The same for names that look the same but for case, width and what nobody sees. */
export function sameNameKey(name: string): string {
  return name.normalize('NFKC').replace(UNSEEN, '').toLowerCase();
}
