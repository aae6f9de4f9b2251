import { existsSync } from 'node:fs';

/** The only file of the browser tests that reads the environment. */

const CHROMIUM_PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The browser to use; undefined for the one that Playwright brings itself. */
export function chromiumPath(): string | undefined {
  return process.env.AWM_STUDIO_CHROMIUM ?? CHROMIUM_PATHS.find((path) => existsSync(path));
}
