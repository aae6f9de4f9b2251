import { MAX_FRAME_IN_BYTES, MAX_FRAME_OUT_BYTES } from '../../lib/contracts/openenv.ts';
import type { HttpContext } from './context.ts';
import { describePack } from './rest-scenarios.ts';
import type { Handlers } from './rest.ts';

export function healthHandlers({
  engine,
  scenarios,
  runtime,
  config,
}: HttpContext): Pick<Handlers, 'health'> {
  return {
    health() {
      const { report, stats } = runtime();
      const { sandbox } = report;
      const weak = [
        sandbox.landlock.active ? '' : `Landlock does not hold: ${sandbox.landlock.why ?? 'unknown reason'}.`,
        sandbox.seccomp.active ? '' : `seccomp does not hold: ${sandbox.seccomp.why ?? 'unknown reason'}.`,
      ].filter((sentence) => sentence !== '');
      return {
        status: weak.length === 0 ? ('healthy' as const) : ('degraded' as const),
        warnings: [...weak, ...config.warnings],
        version: config.version,
        node: process.version,
        python: report.python,
        packages: { ...report.packages },
        sandbox: { ...sandbox },
        runtime: { ...stats },
        sessions: { open: engine.sessions().length, max: config.maxSessions },
        limits: {
          frameInBytes: MAX_FRAME_IN_BYTES,
          frameOutBytes: MAX_FRAME_OUT_BYTES,
          toolTimeoutMs: config.toolTimeoutMs,
          readyTimeoutMs: config.readyTimeoutMs,
          verifierTimeoutMs: config.verifierTimeoutMs,
          maxIdleMs: config.maxIdleMs,
        },
        packs: scenarios.packs().map(describePack),
      };
    },
  };
}
