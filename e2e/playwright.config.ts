import { defineConfig } from 'playwright/test';
import { testChromiumPath } from './environment.ts';

const executablePath = testChromiumPath();

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  // A file is one worker’s, one after another: what its tests share is made once.
  fullyParallel: false,
  // Each worker has a server with its scenario processes.
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['junit']],
  use: {
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    // Without its film, which took a quarter of the time of all tests; a failure leaves the DOM of each moment and one picture.
    trace: { mode: 'retain-on-failure', screenshots: false },
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        // Where Debian's flags ask for a graphics card, the processor imitates one, at its cost.
        '--disable-gpu',
        // Letters look the same with and without windows.
        '--font-render-hinting=slight',
      ],
    },
  },
});
