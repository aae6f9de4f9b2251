import { join } from 'node:path';
import { labelDocSchema, type LabelDoc } from '../../../lib/contracts/annotation/label-doc.ts';
import type { Assignment } from '../../../lib/contracts/annotation/labelling.ts';
import type { QueueDetail } from '../../../lib/contracts/annotation/queue-admin.ts';
import { queueSettingsSchema, type QueueSettings } from '../../../lib/contracts/annotation/queues.ts';
import { ROLE_PERMISSIONS, type Principal, type Role } from '../../../lib/contracts/people.ts';
import { createStore } from '../../store/index.ts';
import { change, makeSeed, startOn, stepInput, tempDir } from '../../store/testing.ts';
import type { EpisodeStart, Store } from '../../store/types.ts';
import { createAnnotation, type Annotation } from '../create-annotation.ts';
import { createLooks, type Looks } from '../looks.ts';
import type { NewQueueInput } from '../queues/types.ts';

/** Annotation over a real store with real recorded runs of a shop, without Python. */
export interface AnnotationFixture extends AsyncDisposable {
  readonly homeDir: string;
  readonly store: Store;
  readonly annotation: Annotation;
  readonly looks: Looks;
  /** With the ready schema and guidelines. */
  readonly project: string;
  /** Ids, in the order of the plans; their background work is done. */
  record(plans: readonly RunPlan[]): Promise<readonly string[]>;
  /** Open to everybody unless members are named. */
  queue(runs: readonly string[], over?: QueueOver, signal?: AbortSignal): Promise<QueueDetail>;
  /** Labels all that a person gets; returns their assignments as they came. */
  labelAll(queue: string, name: string, say?: Say): Promise<readonly Assignment[]>;
}

export interface RunPlan {
  readonly scenario?: string;
  readonly taskIdx?: number;
  /** One call each: its order's quantity of products, which is what tells paths apart. */
  readonly calls?: readonly number[];
  readonly answer?: string;
  /** What a verify at the end said. */
  readonly verdict?: 'complete' | 'incomplete';
  readonly start?: Partial<EpisodeStart>;
}

export interface QueueOver extends Partial<Omit<NewQueueInput, 'settings'>> {
  readonly settings?: Partial<QueueSettings>;
}

/** What a person says of an item; a text is an outcome. Undefined: it is skipped. */
export type Say = (assignment: Assignment, position: number) => Partial<LabelDoc> | undefined;

/** A person as access tells of them; without roles one of a studio without accounts. */
export function principal(name: string, roles?: readonly Role[]): Principal {
  return {
    id: roles === undefined ? `local:${name}` : name.toLowerCase().padEnd(32, '0'),
    name,
    roles: roles ?? ['admin'],
    permissions: new Set((roles ?? ['admin']).flatMap((role) => ROLE_PERMISSIONS[role])),
    via: roles === undefined ? 'local' : 'cookie',
  };
}

export const LEAD = principal('Lena');

/** A label that the ready schema takes. */
export function labelOf(doc: Partial<LabelDoc> = {}): LabelDoc {
  return labelDocSchema.parse({ outcome: 'complete', confidence: 'high', rationale: 'as asked', ...doc });
}

export async function createAnnotationFixture(): Promise<AnnotationFixture> {
  await using opened = new AsyncDisposableStack();
  const dir = opened.use(tempDir('studio-annotate-'));
  const homeDir = join(dir.path, 'home');
  const seed = join(dir.path, 'seed.db');
  makeSeed(seed, 4);
  const store = opened.use(await createStore({ homeDir }));
  const looks = createLooks();
  const annotation = opened.use(annotationOn(store, looks));
  const { id: project } = annotation.projects.create({ name: 'Shop', description: '', language: 'en' }, LEAD);
  const owned = opened.move();
  return {
    homeDir,
    store,
    annotation,
    looks,
    project,
    async record(plans) {
      const ids = plans.map((plan) => recordRun(store, seed, dir.path, plan));
      await store.settled();
      return ids;
    },
    queue: (runs, over = {}, signal) => makeQueue(annotation, project, runs, over, signal),
    labelAll: (queue, name, say) => labelAll(annotation, queue, name, say),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** The same over any store: one of a server that runs, say. */
export function annotationOn(store: Store, looks: Looks = createLooks()): Annotation {
  return createAnnotation({
    store,
    looks,
    messages: () => ({ items: [], mismatches: [], aligned: 0, calls: 0, attachedAtMs: null, by: null }),
    onProblem: (message, error) => {
      throw new Error(message, { cause: error });
    },
  });
}

export function makeQueue(
  annotation: Annotation,
  project: string,
  runs: readonly string[],
  { settings = {}, ...over }: QueueOver = {},
  signal?: AbortSignal,
): Promise<QueueDetail> {
  return annotation.queues.create(
    {
      project,
      name: 'Queue',
      kind: 'label',
      source: runs.length === 0 ? null : { from: 'runs', target: { ids: [...runs] } },
      settings: queueSettingsSchema.parse(settings),
      members: [],
      everyone: over.members === undefined,
      onboarding: null,
      ...over,
    },
    LEAD,
    signal,
  );
}

async function labelAll(
  { labelling }: Annotation,
  queue: string,
  name: string,
  say: Say = () => ({}),
): Promise<readonly Assignment[]> {
  const who = principal(name);
  const got: Assignment[] = [];
  let { assignment } = await labelling.next(queue, who, null);
  while (assignment !== null) {
    got.push(assignment);
    const doc = say(assignment, got.length - 1);
    const { id, draft } = assignment;
    const next =
      doc === undefined
        ? await labelling.skip(id, who, 'cannot tell')
        : (
            await labelling.submit(id, who, {
              baseRevision: draft.revision,
              doc: labelOf(doc),
              activeMs: 1_000,
              key: `${id}-${String(draft.revision)}`,
            })
          ).next;
    assignment = next.assignment;
  }
  return got;
}

function recordRun(store: Store, seed: string, dir: string, plan: RunPlan): string {
  const { scenario = 'shop', taskIdx = 0, calls = [1], answer = 'done', verdict, start = {} } = plan;
  const begun = startOn(seed, dir, {
    scenario,
    taskIdx,
    task: `Order for task ${String(taskIdx)}`,
    ...start,
  });
  const recorder = store.begin(begun);
  for (const quantity of calls) {
    change(
      begun.dbPath,
      `INSERT INTO order_items (order_id, product_id, quantity) VALUES (1, 1, ${String(quantity)})`,
    );
    const args = JSON.stringify({ order_id: 1, product_id: 1, quantity });
    const observation = {
      reward_type: 'tool_call_ok',
      tool_name: 'add',
      tool_result: `{"quantity":${String(quantity)}.0}`,
    };
    recorder.step(
      stepInput({
        toolName: 'add',
        argumentsJson: args,
        observationJson: JSON.stringify(observation),
        clientMetadata: { message: `I add ${String(quantity)}`, usage: { reward: 1 } },
      }),
    );
  }
  recorder.step(
    stepInput({
      kind: 'verify',
      toolName: null,
      argumentsJson: JSON.stringify({ verifier_mode: 'code', final_answer: answer }),
      observationJson: JSON.stringify({
        reward_type: verdict ?? 'no_verifier',
        verify_result: { result: verdict },
      }),
      rewardType: verdict ?? 'no_verifier',
      reward: verdict === 'complete' ? 1 : 0.1,
      httpStatus: null,
      httpMethod: null,
      httpRoute: null,
      mayWrite: false,
    }),
  );
  if (verdict !== undefined)
    recorder.verdict('code', verdict, verdict === 'complete' ? 1 : 0.1, answer, 'f'.repeat(64));
  recorder.end('done');
  return begun.id;
}
