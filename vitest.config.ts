import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'server/**/*.test.ts',
      'lib/**/*.test.ts',
      'components/**/*.test.{ts,tsx}',
      'bench/**/*.test.ts',
      'bin/**/*.test.ts',
    ],
    // For what hangs; nothing is measured by it. A machine with other work is ten times slower than a quiet one.
    testTimeout: 120_000,
    hookTimeout: 240_000,
    // A poll ends when what it waits for is there; one second is less than a loaded machine stands still at times.
    expect: { poll: { timeout: 30_000 } },
    pool: 'forks',
    maxWorkers: 2,
  },
});
