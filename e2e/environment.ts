import { existsSync } from 'node:fs';

/** The only file of the browser tests that reads the environment. */

const CHROMIUM_PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
/** Debian's Chromium without the windows that nobody sees: all browser tests take a fifth less time in it. */
const HEADLESS_SHELL_PATH = '/usr/bin/chromium-headless-shell';

/** The browser to measure and to take pictures in; undefined for the one that Playwright brings itself. */
export function chromiumPath(): string | undefined {
  return firstOf([...CHROMIUM_PATHS, HEADLESS_SHELL_PATH]);
}

/** The browser to test in; undefined as above. */
export function testChromiumPath(): string | undefined {
  return firstOf([HEADLESS_SHELL_PATH, ...CHROMIUM_PATHS]);
}

function firstOf(paths: readonly string[]): string | undefined {
  return process.env.AWM_STUDIO_CHROMIUM ?? paths.find((path) => existsSync(path));
}
