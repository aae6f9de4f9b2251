/** The invite behind the address's #, which the page takes out of the address once it has read it. */
let taken: string | undefined;

/** '' where there was none. */
export function inviteOfAddress(): string {
  const hash = window.location.hash.slice(1);
  if (hash !== '') taken = hash;
  taken ??= '';
  return taken;
}

export function subscribeInvite(onChange: () => void): () => void {
  window.addEventListener('hashchange', onChange);
  return () => window.removeEventListener('hashchange', onChange);
}
