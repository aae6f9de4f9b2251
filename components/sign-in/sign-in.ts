import type { QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { ApiError } from '../../lib/client/api-error.ts';
import { callApi } from '../../lib/client/api.ts';
import { setBearer, tellSignIn } from '../../lib/client/bearer.ts';
import { askAnew } from '../../lib/client/queries/who.ts';
import {
  peopleRoutes,
  signInFaultSchema,
  type SignedIn,
  type SignInFault,
} from '../../lib/contracts/rest-people.ts';
import { t } from './sign-in-messages.ts';

/** A window that went to the provider, in its own words: it comes back with another page. */
const LEFT_KEY = 'awm.sign-in';
const leftSchema = z.discriminatedUnion('for', [
  z.object({ for: z.literal('frame') }),
  z.object({ for: z.literal('self'), handover: z.string() }),
]);
export type Left = z.output<typeof leftSchema>;

/** What the frame and its window say to each other; both are of our own origin. */
const askSchema = z.object({ awmSignIn: z.literal('ask') });
const handSchema = z.object({ awmSignIn: z.literal('hand'), handover: z.string() });

const OPENER_MS = 5_000;
const CLAIM_EVERY_MS = 1_000;
const CLAIM_FOR_MS = 10 * 60_000;

/** Signing in came to nothing; `message` is the server's English. */
export class SignInRefused extends Error {
  readonly why: SignInFault;
  constructor(why: SignInFault, message: string) {
    super(message);
    this.why = why;
  }
}

/** What to say of it, in the page's language; the server's own word where the page has none. */
export function sayFault(error: Error, provider: string | null): string {
  const why =
    error instanceof SignInRefused
      ? error.why
      : error instanceof ApiError
        ? faultSchema.safeParse(error.details).data?.why
        : undefined;
  return why === undefined || why === 'failed' || provider === null
    ? error.message
    : t(`signIn.why.${why}`, { provider });
}

const faultSchema = z.object({ why: signInFaultSchema });

export function newHandover(): string {
  return [...crypto.getRandomValues(new Uint8Array(32))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}

export function isFramed(): boolean {
  return window.self !== window.top;
}

/** Takes over what a sign-in gave, here and in the other tabs. */
export async function takeSignIn(client: QueryClient, { bearer }: Pick<SignedIn, 'bearer'>): Promise<void> {
  if (bearer !== null) setBearer(bearer);
  tellSignIn();
  await askAnew(client);
}

/** Sends this window to the provider; it comes back to the sign-in page. */
export async function leaveFor(left: Left, handover: string): Promise<void> {
  const { url } = await callApi(peopleRoutes.startSignIn, { body: { handover } });
  sessionStorage.setItem(LEFT_KEY, JSON.stringify(left));
  window.location.assign(url);
}

/** Why this window had left, once. */
export function takeLeft(): Left | null {
  try {
    const parsed = leftSchema.safeParse(JSON.parse(sessionStorage.getItem(LEFT_KEY) ?? 'null'));
    sessionStorage.removeItem(LEFT_KEY);
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** In the window that a frame opened: asks it what it will claim the sign-in by. @throws Error where the frame is gone */
export function askOpener(): Promise<string> {
  const opener: unknown = window.opener;
  return new Promise((resolve, reject) => {
    const gone = (): void => {
      window.removeEventListener('message', hear);
      reject(new Error(t('signIn.noOpener')));
    };
    const timer = setTimeout(gone, OPENER_MS);
    function hear({ origin, source, data }: MessageEvent<unknown>): void {
      const parsed = handSchema.safeParse(data);
      if (origin !== window.location.origin || source !== opener || !parsed.success) return;
      clearTimeout(timer);
      window.removeEventListener('message', hear);
      resolve(parsed.data.handover);
    }
    window.addEventListener('message', hear);
    if (opener === null) {
      clearTimeout(timer);
      gone();
    } else (opener as Window).postMessage({ awmSignIn: 'ask' }, window.location.origin);
  });
}

/** In a frame: opens a window at the top, where the provider shows itself, and waits for what comes of it. */
export async function signInByWindow(): Promise<SignedIn> {
  const handover = newHandover();
  const opened = window.open('/web/sign-in?for=frame', '_blank', 'popup,width=520,height=720');
  if (opened === null) throw new Error(t('signIn.blocked'));
  function hand({ origin, source, data }: MessageEvent<unknown>): void {
    if (origin !== window.location.origin || source !== opened || !askSchema.safeParse(data).success) return;
    opened?.postMessage({ awmSignIn: 'hand', handover }, origin);
  }
  window.addEventListener('message', hand);
  try {
    return await claimInTime(handover);
  } finally {
    window.removeEventListener('message', hand);
  }
}

async function claimInTime(handover: string): Promise<SignedIn> {
  for (const end = Date.now() + CLAIM_FOR_MS; Date.now() < end;) {
    await new Promise((resolve) => setTimeout(resolve, CLAIM_EVERY_MS));
    const claimed = await callApi(peopleRoutes.claimSignIn, { body: { handover } });
    if (claimed.state === 'done') return claimed;
    if (claimed.state === 'refused') throw new SignInRefused(claimed.why, claimed.message);
  }
  throw new Error(t('signIn.tookLong'));
}
