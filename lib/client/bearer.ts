import * as z from 'zod/mini';

/**
 * The sign-in of a browser that takes no cookie from us: kept for the tab (sessionStorage), never in localStorage or an
 * address. A new tab asks the others for it over a channel that only pages of our own origin hear.
 */
const STORAGE_KEY = 'awm.bearer';
const CHANNEL = 'awm.sign-in';
/** A tab answers in a few milliseconds, or there is none. */
const ANSWER_MS = 300;

const askSchema = z.object({ ask: z.string().check(z.minLength(16)) });
const answerSchema = z.object({ to: z.string(), bearer: z.string() });
const changedSchema = z.object({ changed: z.literal(true) });

/** Where storage is refused it lasts as long as the page. */
let inMemory: string | null = null;
const listeners = new Set<() => void>();

export function bearer(): string | null {
  try {
    return sessionStorage.getItem(STORAGE_KEY) ?? inMemory;
  } catch {
    return inMemory;
  }
}

export function setBearer(value: string | null): void {
  inMemory = value;
  try {
    if (value === null) sessionStorage.removeItem(STORAGE_KEY);
    else sessionStorage.setItem(STORAGE_KEY, value);
  } catch {
    // As said above.
  }
}

/** Tells when somebody signed in or out in another tab. */
export function subscribeSignIn(onChange: () => void): () => void {
  listeners.add(onChange);
  return () => listeners.delete(onChange);
}

/** The server does not know the bearer any more: it is forgotten, and the page looks again who it is. */
export function dropBearer(): void {
  if (bearer() === null) return;
  setBearer(null);
  for (const listener of listeners) listener();
}

/** To the other tabs. */
export function tellSignIn(): void {
  const channel = openChannel();
  channel?.postMessage({ changed: true });
  channel?.close();
}

/** Answers tabs that ask, for as long as the page lives. */
export function answerTabs(): () => void {
  const channel = openChannel();
  if (channel === null) return () => undefined;
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    const asked = askSchema.safeParse(data);
    const own = bearer();
    if (asked.success && own !== null) channel.postMessage({ to: asked.data.ask, bearer: own });
    if (changedSchema.safeParse(data).success) for (const listener of listeners) listener();
  };
  return () => channel.close();
}

/** The bearer of another tab; null where none has one. */
export function askTabs(): Promise<string | null> {
  const channel = openChannel();
  if (channel === null) return Promise.resolve(null);
  const nonce = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16)).join('-');
  return new Promise((resolve) => {
    const settle = (value: string | null): void => {
      clearTimeout(timer);
      channel.close();
      resolve(value);
    };
    const timer = setTimeout(() => settle(null), ANSWER_MS);
    channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      const answer = answerSchema.safeParse(data);
      if (answer.success && answer.data.to === nonce) settle(answer.data.bearer);
    };
    channel.postMessage({ ask: nonce });
  });
}

function openChannel(): BroadcastChannel | null {
  try {
    return new BroadcastChannel(CHANNEL);
  } catch {
    return null;
  }
}
