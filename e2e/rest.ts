/** What these tests do beside the page: as `curl` would, from another place. */

interface Call {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

async function post(url: string, body: unknown): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer: unknown = await response.json();
  if (!response.ok) throw new Error(`POST ${url}: ${response.status} ${JSON.stringify(answer)}`);
  return answer;
}

/** Opens a person's session; its id. */
export async function openSession(
  studioUrl: string,
  scenario: string,
  taskIdx: number,
  options: { readonly baseline?: true } = {},
): Promise<string> {
  const answer = await post(`${studioUrl}/api/sessions`, { scenario, taskIdx, options });
  return (answer as { readonly session: { readonly id: string } }).session.id;
}

/** Calls tools one after another. */
export async function play(studioUrl: string, sessionId: string, calls: readonly Call[]): Promise<void> {
  for (const call of calls) {
    const action = { type: 'call_tool', tool_name: call.tool, arguments: call.arguments };
    await post(`${studioUrl}/api/sessions/${sessionId}/step`, { action });
  }
}
