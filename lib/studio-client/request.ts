export interface LooseInput {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: unknown;
}

/** `/api/things/:id` with its params and query filled in. */
export function pathOf(template: string, { params = {}, query = {} }: LooseInput): string {
  const path = template.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) if (value !== undefined) search.set(key, String(value));
  const text = search.toString();
  return text === '' ? path : `${path}?${text}`;
}

/** The name in a content-disposition header: the whole one where there are two. */
export function fileNameOf(header: string | null): string | null {
  const whole = /filename\*=UTF-8''([^;]+)/i.exec(header ?? '')?.[1];
  if (whole !== undefined) return decodeURIComponent(whole);
  return /filename="([^"]*)"/i.exec(header ?? '')?.[1] ?? null;
}
