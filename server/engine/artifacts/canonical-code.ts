import { hash } from 'node:crypto';

/**
 * sha256 of a server.py without what is its folder's own: the path of the database and the port. Equal for folders of the
 * same scenario's code, whoever kept them.
 */
export function canonicalCode(script: string): string {
  const plain = script
    .replaceAll('\r\n', '\n')
    .replace(/create_engine\(.*$/gm, 'create_engine(')
    .replace(/uvicorn\.run\(app.*$/gm, 'uvicorn.run(app')
    .trimEnd();
  return hash('sha256', plain, 'hex');
}
