/** What the benches ask of a server over REST. */

/** @throws Error with the server's words */
async function askJson(url: string, init?: RequestInit): Promise<unknown> {
  const response = await fetch(url, init);
  if (!response.ok) throw new Error(`${url}: ${await response.text()}`);
  return response.json();
}

function post(url: string, body: unknown): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  return askJson(url, { method: 'POST', headers, body: JSON.stringify(body) });
}

export interface OpenedSession {
  readonly id: string;
  readonly recordId: string;
}

export async function openSession(url: string, scenario: string): Promise<OpenedSession> {
  const { session } = (await post(`${url}/api/sessions`, { scenario, taskIdx: 0 })) as {
    session: OpenedSession;
  };
  return session;
}

/** The whole answer as text. */
export async function callTool(
  url: string,
  sessionId: string,
  tool: string,
  args: Readonly<Record<string, unknown>>,
): Promise<string> {
  const action = { type: 'call_tool', tool_name: tool, arguments: args };
  return JSON.stringify(await post(`${url}/api/sessions/${sessionId}/step`, { action }));
}

/** Milliseconds until a change set is read in full, its JSON decoded. */
export async function msOfChanges(url: string, recordId: string, to: number): Promise<number> {
  const started = performance.now();
  await askJson(`${url}/api/episodes/${recordId}/changes?from=${to - 1}&to=${to}`);
  return performance.now() - started;
}

export async function scenarioKeys(url: string): Promise<readonly string[]> {
  const { items } = (await askJson(`${url}/api/scenarios`)) as { items: { key: string }[] };
  return items.map(({ key }) => key);
}

/** Milliseconds for what the page of a run asks for before it shows its newest step, in its order. */
export async function msToOpen(url: string, runId: string, steps: number): Promise<number> {
  const started = performance.now();
  const run = `${url}/api/episodes/${runId}`;
  await askJson(run);
  await Promise.all([
    askJson(`${run}/steps?from=1&to=${steps}`),
    askJson(`${run}/changes?from=${steps - 1}&to=${steps}`),
  ]);
  return performance.now() - started;
}

export async function runningJobs(url: string): Promise<number> {
  const { items } = (await askJson(`${url}/api/jobs`)) as { items: { state: string }[] };
  return items.filter(({ state }) => state === 'waiting' || state === 'running').length;
}

export async function matchedRuns(url: string, q: string): Promise<number> {
  const { matched } = (await askJson(`${url}/api/runs?limit=1&q=${encodeURIComponent(q)}`)) as {
    matched: number;
  };
  return matched;
}
