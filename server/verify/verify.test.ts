import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { rawNumber } from '../../lib/util/raw-number.ts';
import type { Verifier } from '../dataset/types.ts';
import type { VerifierOutcome, VerifierRun } from '../host/types.ts';
import { createVerify, type VerifyRequest } from './index.ts';
import { judgeBaseUrl } from './judge.ts';

type Script = (body: { model: string; messages: { role: string; content: string }[] }) => {
  status?: number;
  json?: unknown;
  hang?: boolean;
};

let server: Server | undefined;

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = undefined;
});

/** An OpenAI-compatible endpoint that answers what the test says. */
async function judgeServer(script: Script): Promise<{ url: string; paths: string[]; keys: string[] }> {
  const paths: string[] = [];
  const keys: string[] = [];
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      paths.push(request.url ?? '');
      keys.push(request.headers.authorization ?? '');
      const answer = script(JSON.parse(Buffer.concat(chunks).toString()) as Parameters<Script>[0]);
      if (answer.hang) return;
      response.writeHead(answer.status ?? 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answer.json ?? {}));
    });
  });
  await new Promise<void>((ready) => server?.listen(0, '127.0.0.1', ready));
  return { url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/v1`, paths, keys };
}

function completion(content: string | null, refusal: string | null = null) {
  return {
    id: 'c1',
    object: 'chat.completion',
    created: 1,
    model: 'm',
    choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content, refusal } }],
  };
}

const verifier = (mode: 'code' | 'sql'): Verifier => ({
  mode,
  code: 'def verify_x(initial_db_path, final_db_path): ...',
  functionName: 'verify_x',
  reasoning: 'why',
  successCriteria: 'row_added is 1',
  failureCriteria: 'row_added is 0',
  hash: 'h',
});

function request(mode: 'code' | 'sql', more: Partial<VerifyRequest> = {}): VerifyRequest {
  return {
    verifier: verifier(mode),
    initialDb: '/i.db',
    finalDb: '/f.db',
    finalAnswer: null,
    deadlineMs: 5000,
    task: 'Add a row',
    trajectory: () => [{ action: 'call_tool', tool_name: 'add_row' }],
    judge: { baseUrl: '', apiKey: '', model: '' },
    ...more,
  };
}

function verifyReturning(outcome: VerifierOutcome) {
  const runs: VerifierRun[] = [];
  const verify = createVerify((run) => {
    runs.push(run);
    return Promise.resolve(outcome);
  });
  return { verify, runs };
}

const returned = (value: unknown): VerifierOutcome => ({
  kind: 'returned',
  value,
  stdout: '',
  ms: 1,
  readsClock: false,
});

describe('code verifier', () => {
  it('is complete by its own word and gets an empty answer where none was given', async () => {
    const { verify, runs } = verifyReturning(returned({ result: 'complete', note: 1 }));
    expect(await verify(request('code'))).toEqual({
      rewardType: 'complete',
      result: {
        result: 'complete',
        execution_status: 'success',
        raw_result: { result: 'complete', note: 1 },
      },
    });
    expect(runs[0]?.finalAnswer).toBe('');
  });

  it('takes any other word as others', async () => {
    const { verify } = verifyReturning(returned({ result: 'perhaps' }));
    expect((await verify(request('code'))).rewardType).toBe('others');
  });

  it.each([
    [returned(['complete']), 'Invalid return format: list'],
    [returned(null), 'Invalid return format: NoneType'],
    [returned({ verdict: 'complete' }), 'Invalid return format: dict'],
    [{ ...returned(['complete']), typeName: 'tuple' } as VerifierOutcome, 'Invalid return format: tuple'],
    [
      {
        kind: 'raised',
        error: 'Execution error: no such table: x',
        traceback: '',
        stdout: '',
        ms: 1,
        readsClock: false,
      } as const,
      'Execution error: no such table: x',
    ],
    [{ kind: 'timeout', afterMs: 5000 } as const, 'Verifier timed out after 5.0s'],
  ])('is judge_error when it fails: %j', async (outcome, message) => {
    const { verify } = verifyReturning(outcome);
    expect(await verify(request('code'))).toEqual({
      rewardType: 'judge_error',
      result: { result: 'others', execution_status: 'error', error_message: message },
    });
  });
});

describe('sql verifier and judge', () => {
  const readings = returned({ row_added: 1 });

  it('hands readings, criteria and trajectory to the judge and keeps its word', async () => {
    let seen = '';
    const judge = await judgeServer((body) => {
      seen = body.messages[1]?.content ?? '';
      return {
        json: completion(
          '```json\n{"classification": "Complete", "reasoning": "ok", "confidence_score": [90,5,3,2]}\n```',
        ),
      };
    });
    const { verify, runs } = verifyReturning(readings);
    const verdict = await verify(request('sql', { judge: { baseUrl: judge.url, apiKey: 'k', model: 'm' } }));
    expect(verdict.rewardType).toBe('complete');
    expect(verdict.result).toMatchObject({
      row_added: 1,
      llm_judge: { classification: 'Complete', reasoning: 'ok' },
    });
    expect(seen).toContain('row_added is 1');
    expect(seen).toContain('"tool_name": "add_row"');
    expect(judge.paths).toEqual(['/v1/chat/completions']);
    expect(judge.keys).toEqual(['Bearer k']);
    expect(runs[0]).not.toHaveProperty('finalAnswer');
  });

  it.each([
    ['an outage', () => ({ status: 500, json: { error: { message: 'down' } } }), /500/],
    ['a wrong key', () => ({ status: 401, json: { error: { message: 'bad key' } } }), /401.*bad key/],
    ['a refusal', () => ({ json: completion(null, 'I may not') }), /refused: I may not/],
    ['no JSON', () => ({ json: completion('it went well') }), /Failed to parse LLM response: it went well/],
    ['no choice', () => ({ json: { id: 'c', choices: [] } }), /Failed to parse/],
    ['silence', () => ({ hang: true }), /did not answer within/],
  ] as const)('is judge_error on %s', async (_name, script, message) => {
    const judge = await judgeServer(script);
    const { verify } = verifyReturning(readings);
    const verdict = await verify(
      request('sql', { deadlineMs: 1200, judge: { baseUrl: judge.url, apiKey: '', model: 'm' } }),
    );
    expect(verdict.rewardType).toBe('judge_error');
    expect(verdict.result['row_added']).toBe(1);
    expect((verdict.result['llm_judge'] as { error: string }).error).toMatch(message);
  });

  it('is judge_error on a class that does not exist', async () => {
    const judge = await judgeServer(() => ({ json: completion('{"classification": "splendid"}') }));
    const { verify } = verifyReturning(readings);
    expect(
      (await verify(request('sql', { judge: { baseUrl: judge.url, apiKey: '', model: 'm' } }))).rewardType,
    ).toBe('judge_error');
  });

  it('is judge_error where nobody listens and where no endpoint is set', async () => {
    const { verify } = verifyReturning(readings);
    const dead = { baseUrl: 'http://127.0.0.1:9/v1', apiKey: '', model: 'm' };
    expect((await verify(request('sql', { judge: dead }))).rewardType).toBe('judge_error');
    const unset = await verify(request('sql'));
    expect(unset.result['llm_judge']).toEqual({ error: 'LLM endpoint not configured for sql verifier mode' });
  });

  it('passes an error of the verifier on without asking the judge', async () => {
    const { verify } = verifyReturning(returned({ execution_status: 'error', error_message: 'x' }));
    expect(await verify(request('sql'))).toEqual({
      rewardType: 'judge_error',
      result: { execution_status: 'error', error_message: 'x' },
    });
  });

  it('asks nobody of its own network where the address is a stranger’s', async () => {
    const judge = await judgeServer(() => ({ json: completion('{"classification": "complete"}') }));
    const { verify } = verifyReturning(readings);
    const settings = { baseUrl: judge.url, apiKey: 'k', model: 'm', publicOnly: true };
    const verdict = await verify(request('sql', { judge: settings }));
    expect(verdict.rewardType).toBe('judge_error');
    expect((verdict.result['llm_judge'] as { error: string }).error).toMatch(/not on the public internet/);
    expect(judge.paths).toEqual([]);
  });

  it.each([
    ['a list', [1, 2], [1, 2]],
    ['a number that Python spells with a point', rawNumber('1.0'), 1],
  ])('puts readings that are no object under a name: %s', async (_name, value, expected) => {
    const { verify } = verifyReturning(returned(value));
    const { result } = await verify(request('sql'));
    expect(JSON.parse(JSON.stringify(result))).toMatchObject({ readings: expected });
  });

  it('adds /openai/v1 to Azure endpoints only', () => {
    expect(judgeBaseUrl('https://r.openai.azure.com/')).toBe('https://r.openai.azure.com/openai/v1');
    expect(judgeBaseUrl('https://r.services.ai.azure.com/openai/v1/')).toBe(
      'https://r.services.ai.azure.com/openai/v1',
    );
    expect(judgeBaseUrl('https://example.org/v1')).toBe('https://example.org/v1');
  });
});
