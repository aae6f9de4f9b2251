import type { NextConfig } from 'next';

// Nothing is sent to anybody, neither when building nor when serving.
process.env.NEXT_TELEMETRY_DISABLED = '1';

/** The web studio lives under /web; the server around it answers everything else (server/http). */
const config: NextConfig = {
  basePath: '/web',
  // Next would send /web/ back to /web, and the server sends /web to /web/: a loop.
  skipTrailingSlashRedirect: true,
  poweredByHeader: false,
  reactStrictMode: true,
  devIndicators: false,
  // The first page would wait while the code of all others is loaded on the server's one thread.
  experimental: { preloadEntriesOnStart: false },
  // Types are checked once, for the whole project, by `tsc`.
  typescript: { ignoreBuildErrors: true },
  allowedDevOrigins: ['127.0.0.1', 'localhost'],
};

export default config;
