import { chmodSync, rmSync } from 'node:fs';
import { createServer, request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { AppError, ERROR_CODES, type ErrorCode } from '../../lib/contracts/errors.ts';
import { parseCommand, runCommand, type AdminParts } from './commands.ts';

/**
 * A socket in the home by which `studio invite` and its like reach the server that holds it. Whoever may open the home may
 * ask: they could read and write the catalog as well. So there is no secret to keep.
 */
const NAME = 'control.sock';
/** What the kernel takes as a socket's path, with room for its end. */
const LONGEST_PATH = 100;
const MOST_BYTES = 64 * 1024;
const TIMEOUT_MS = 10_000;

const failureSchema = z.object({ error: z.object({ code: z.string(), message: z.string() }) });
const answerSchema = z.object({ text: z.string() });

/** @throws Error where the socket cannot be made; `undefined` where the home's path is too long for one */
export async function openControl(homeDir: string, parts: AdminParts): Promise<AsyncDisposable | undefined> {
  const path = join(homeDir, NAME);
  if (Buffer.byteLength(path) > LONGEST_PATH) return undefined;
  // Of a server that was killed: the home's lock says that none is there.
  rmSync(path, { force: true });
  const server = createServer((asked, response) => {
    answer(asked, parts).then(
      (text) => response.end(JSON.stringify({ text })),
      (error: unknown) => {
        const known = error instanceof AppError ? error : new AppError('internal', String(error));
        response
          .writeHead(known.status)
          .end(JSON.stringify({ error: { code: known.code, message: known.message } }));
      },
    );
  });
  server.requestTimeout = TIMEOUT_MS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });
  chmodSync(path, 0o600);
  return {
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => void server.close(() => resolve()));
    },
  };
}

async function answer(asked: IncomingMessage, parts: AdminParts): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of asked as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) throw new AppError('payload_too_large', 'The command is too long.');
    chunks.push(chunk);
  }
  return runCommand(parseCommand(Buffer.concat(chunks).toString()), parts);
}

/**
 * Asks the server that holds the home; undefined where none listens.
 * @throws AppError as the command does
 */
export async function askControl(homeDir: string, command: unknown): Promise<string | undefined> {
  const socketPath = join(homeDir, NAME);
  const response = await new Promise<{ status: number; body: string } | undefined>((resolve, reject) => {
    const sent = request({ socketPath, method: 'POST', path: '/', timeout: TIMEOUT_MS }, (came) => {
      let body = '';
      came.setEncoding('utf8');
      came.on('data', (chunk: string) => (body += chunk));
      came.on('end', () => resolve({ status: came.statusCode ?? 500, body }));
    });
    sent.on('timeout', () => sent.destroy(new AppError('deadline_exceeded', 'The studio did not answer.')));
    sent.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') resolve(undefined);
      else reject(error);
    });
    sent.end(JSON.stringify(command));
  });
  if (response === undefined) return undefined;
  const body: unknown = JSON.parse(response.body);
  if (response.status === 200) return answerSchema.parse(body).text;
  const { code, message } = failureSchema.parse(body).error;
  throw new AppError(code in ERROR_CODES ? (code as ErrorCode) : 'internal', message);
}
