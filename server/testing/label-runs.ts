import { createStudioClient, type StudioClient } from '../../lib/studio-client/index.ts';

/** Runs of the tiny pack that are played and labelled over the REST interface of a studio without accounts. */

/** @returns the run's id */
export async function playTiny(studio: StudioClient, name: string): Promise<string> {
  const { session } = await studio.call('createSession', { body: { scenario: 'tiny', taskIdx: 0 } });
  for (const action of [
    { type: 'call_tool', tool_name: 'add_item', arguments: { name } },
    { type: 'call_tool', tool_name: 'done' },
  ] as const)
    await studio.call('stepSession', { params: { id: session.id }, body: { action } });
  return session.recordId ?? '';
}

/** Puts runs into a new queue; Ada gives each the first outcome of the schema. */
export async function labelRuns(
  url: string,
  project: string,
  queueName: string,
  runs: readonly string[],
): Promise<void> {
  const lead = createStudioClient(url, { person: 'Lena' });
  const queue = await lead.call('createQueue', {
    body: {
      project,
      name: queueName,
      kind: 'label',
      everyone: true,
      source: { from: 'runs', target: { ids: [...runs] } },
    },
  });
  const ada = createStudioClient(url, { person: 'Ada' });
  for (;;) {
    const { assignment } = await ada.call('nextItem', { params: { id: queue.id }, body: {} });
    if (assignment === null) return;
    await ada.call('submitLabel', {
      params: { id: assignment.id },
      body: {
        baseRevision: assignment.draft.revision,
        doc: {
          ...assignment.draft.doc,
          outcome: assignment.schema.doc.outcomes[0]?.value ?? null,
          confidence: 'high',
          rationale: `as ${queueName}`,
        },
        activeMs: 1_000,
        key: assignment.id,
      },
    });
  }
}
