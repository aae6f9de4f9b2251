import { errorBodySchema } from '../contracts/rest-schemas.ts';
import { identityHeaders } from './identity-headers.ts';
import { serverWords } from './server-words.ts';

/**
 * Links to files go as plain navigations, which carry a cookie and no header. Where a header says who asks (ADR 027), the file
 * is fetched with it and saved from memory. Listens for the whole page, so that no link needs to know.
 */
export function followDownloads(onFailed: (message: string) => void): () => void {
  function onClick(event: MouseEvent): void {
    const link = event.target instanceof Element ? event.target.closest('a[download]') : null;
    if (!(link instanceof HTMLAnchorElement) || event.defaultPrevented) return;
    const { origin, pathname } = new URL(link.href);
    if (origin !== window.location.origin || !pathname.startsWith('/api/')) return;
    const headers = identityHeaders();
    if (Object.keys(headers).length === 0) return;
    event.preventDefault();
    void save(link.href, headers).catch((error: unknown) =>
      onFailed(error instanceof Error ? error.message : String(error)),
    );
  }
  document.addEventListener('click', onClick);
  return () => document.removeEventListener('click', onClick);
}

/** As a link would, from code. */
export function startDownload(href: string): void {
  const link = document.createElement('a');
  link.href = href;
  link.download = '';
  // In the page, so that whoever listens for it hears the click.
  document.body.append(link);
  link.click();
  link.remove();
}

async function save(href: string, headers: Readonly<Record<string, string>>): Promise<void> {
  const response = await fetch(href, { headers, credentials: 'same-origin' });
  if (!response.ok) {
    const body = errorBodySchema.safeParse(await response.json().catch(() => undefined));
    throw new Error(body.success ? serverWords(body.data.error) : `HTTP ${String(response.status)}`);
  }
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = nameOf(response.headers.get('content-disposition'));
  link.click();
  // The browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

function nameOf(disposition: string | null): string {
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(disposition ?? '')?.[1];
  return encoded === undefined ? 'download' : decodeURIComponent(encoded);
}
