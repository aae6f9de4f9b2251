import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_DIR } from '../server/config.ts';

/** Every page of the app as its folder names it: `/runs/[id]`. */
export function appPages(): readonly string[] {
  const root = join(PROJECT_DIR, 'app');
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?:^|\/)page\.tsx$/.test(file))
    .map((file) => `/${file.replace(/\/?page\.tsx$/, '')}`)
    .toSorted();
}
