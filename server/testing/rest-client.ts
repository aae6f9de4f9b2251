import type { LiveSessionInfo } from '../../lib/contracts/live.ts';
import type { Episode, EpisodeStep } from '../../lib/contracts/rest-schemas.ts';

interface Answer<T> {
  readonly status: number;
  readonly body: T & { readonly error?: { readonly code: string; readonly message: string } };
}

/** A server's REST interface as a script uses it; `page` goes as x-awm-page. */
export function createRestClient(httpUrl: string, page?: string) {
  async function send<T>(method: string, path: string, body?: unknown): Promise<Answer<T>> {
    const response = await fetch(`${httpUrl}${path}`, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(page !== undefined && { 'x-awm-page': page }),
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as Answer<T>['body'] };
  }

  return {
    send,
    async open(scenario: string, options?: Record<string, unknown>): Promise<LiveSessionInfo> {
      const body = { scenario, taskIdx: 0, ...(options && { options }) };
      return (await send<{ session: LiveSessionInfo }>('POST', '/api/sessions', body)).body.session;
    },
    call(id: string, tool: string, args: Record<string, unknown> = {}) {
      const action = { type: 'call_tool', tool_name: tool, arguments: args };
      return send<{ observation: Record<string, unknown>; done: boolean }>(
        'POST',
        `/api/sessions/${id}/step`,
        { action },
      );
    },
    session: (id: string) => send<LiveSessionInfo>('GET', `/api/sessions/${id}`),
    sessions: async () => (await send<{ items: LiveSessionInfo[] }>('GET', '/api/sessions')).body.items,
    episode: async (id: string) => (await send<Episode>('GET', `/api/episodes/${id}`)).body,
    steps: async (id: string) =>
      (await send<{ items: EpisodeStep[] }>('GET', `/api/episodes/${id}/steps`)).body.items,
  };
}
