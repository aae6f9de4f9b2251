import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isJsonObject, pydantic } from '../../lib/contracts/pydantic.ts';
import type { JsonObject, PydanticError } from '../../lib/contracts/pydantic.ts';
import {
  isSplit,
  SPLITS,
  SPLITS_SAID,
  tasksOfSplit,
  type IsQuarantined,
} from '../../lib/domain/task-splits.ts';
import { parseLossless } from '../../lib/util/lossless-json.ts';
import { pythonRepr } from '../../lib/util/python-repr.ts';
import { PythonJsonError } from '../../lib/util/python-json.ts';
import type { ScenarioReader } from './context.ts';
import { ENVIRONMENT_NAME } from './openenv-routes.ts';

/**
 * The Task API of openenv 0.10. Splits: `train`, all tasks of all scenarios, in the order of the scenario list; `quarantined`,
 * those that people have set aside; `clean`, the others. `reset(split="train", index=12)` starts the task that
 * `get_task("train", 12)` shows.
 */

interface TaskSpec {
  readonly id: string;
  readonly index: number;
  readonly split: string;
  readonly scenario: string;
  readonly task_idx: number;
  readonly task: string;
}

function listTasks(
  scenarios: ScenarioReader,
  split: (typeof SPLITS)[number],
  isQuarantined: IsQuarantined,
): TaskSpec[] {
  return tasksOfSplit(scenarios.list(), split, isQuarantined).map(({ scenario, taskIdx }, index) => ({
    id: `${scenario}/${taskIdx}`,
    index,
    split,
    scenario,
    task_idx: taskIdx,
    task: scenarios.find(scenario)?.tasks[taskIdx] ?? '',
  }));
}

/** An answer that is not 200, in FastAPI's shape. */
class HttpDetail extends Error {
  readonly status: number;
  readonly detail: unknown;

  constructor(status: number, detail: unknown) {
    super(String(detail));
    this.status = status;
    this.detail = detail;
  }
}

export function registerTaskApi(
  fastify: FastifyInstance,
  scenarios: ScenarioReader,
  isQuarantined: IsQuarantined,
): void {
  const names = new Set([ENVIRONMENT_NAME.toLowerCase(), 'agent_world_model_env', 'awm']);

  function answer(work: (body: () => JsonObject) => unknown) {
    return (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
      try {
        const { env } = request.params as { env: string };
        if (!names.has(env.toLowerCase()))
          throw new HttpDetail(404, `unknown environment ${pythonRepr(env)}`);
        return reply.send(work(() => bodyOf(request)));
      } catch (error) {
        if (error instanceof HttpDetail) return reply.code(error.status).send({ detail: error.detail });
        throw error;
      }
    };
  }

  /** The tasks of the split that the body names. */
  function tasksOf(body: JsonObject): TaskSpec[] {
    const { split } = body;
    if (!isSplit(split))
      throw new HttpDetail(404, `unknown split ${pythonRepr(split)}; there is ${SPLITS_SAID}`);
    return listTasks(scenarios, split, isQuarantined);
  }

  fastify.get('/list_environments', () => [ENVIRONMENT_NAME]);
  fastify.get(
    '/:env/splits',
    answer(() => SPLITS.map((name) => ({ name, type: 'train' }))),
  );
  fastify.post(
    '/:env/tasks',
    answer((body) => ({ tasks: tasksOf(read(body(), {})), env_name: ENVIRONMENT_NAME })),
  );
  fastify.post(
    '/:env/num_tasks',
    answer((body) => ({ num_tasks: tasksOf(read(body(), {})).length })),
  );
  fastify.post(
    '/:env/task',
    answer((body) => {
      const parsed = read(body(), { index: 'required' });
      const task = tasksOf(parsed)[parsed['index'] as number];
      if (task === undefined) throw new HttpDetail(400, 'Invalid task index');
      return { task };
    }),
  );
  fastify.post(
    '/:env/task_range',
    answer((body) => {
      const parsed = read(body(), { start: 'optional', stop: 'optional' });
      const start = parsed['start'] as number | null | undefined;
      const stop = parsed['stop'] as number | null | undefined;
      // Bounds mean what they mean in a Python slice, and in Array.slice.
      return { tasks: tasksOf(parsed).slice(start ?? 0, stop ?? undefined) };
    }),
  );
}

function bodyOf(request: FastifyRequest): JsonObject {
  const text = typeof request.body === 'string' ? request.body : '';
  let value: unknown;
  try {
    value = parseLossless(text);
  } catch (error) {
    if (!(error instanceof PythonJsonError)) throw error;
    const { position, reason } = error;
    throw new HttpDetail(422, [
      {
        type: 'json_invalid',
        loc: ['body', position],
        msg: 'JSON decode error',
        input: {},
        ctx: { error: reason },
      },
    ]);
  }
  if (isJsonObject(value)) return value;
  throw new HttpDetail(422, [
    {
      type: 'model_attributes_type',
      loc: ['body'],
      msg: 'Input should be a valid dictionary or object to extract fields from',
      input: value,
    },
  ]);
}

/** `split` and integers. @throws HttpDetail 422, with FastAPI's errors */
function read(body: JsonObject, integers: Readonly<Record<string, 'required' | 'optional'>>): JsonObject {
  const errors: PydanticError[] = [];
  const { split } = body;
  if (split === undefined) errors.push(pydantic.missing(['body', 'split'], body));
  else if (typeof split !== 'string') errors.push(pydantic.string(['body', 'split'], split));
  for (const [name, need] of Object.entries(integers)) {
    const value = body[name];
    if (value === undefined || value === null) {
      if (need === 'required') {
        errors.push(
          value === null ? pydantic.integer(['body', name], value) : pydantic.missing(['body', name], body),
        );
      }
    } else if (!Number.isInteger(value)) errors.push(pydantic.integer(['body', name], value));
  }
  if (errors.length > 0)
    throw new HttpDetail(
      422,
      errors.map(({ type, loc, msg, input }) => ({ type, loc, msg, input })),
    );
  return body;
}
