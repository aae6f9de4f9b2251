import { AppError } from '../../lib/contracts/errors.ts';
import { artifactRoutes } from '../../lib/contracts/rest-artifacts.ts';
import type { Handlers } from './rest.ts';

export function artifactHandlers(): Pick<Handlers, keyof typeof artifactRoutes> {
  const refuse = () => Promise.reject(new AppError('conflict', 'This part is not built yet.'));
  return Object.fromEntries(Object.keys(artifactRoutes).map((name) => [name, refuse])) as never;
}
