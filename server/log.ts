import { destination, pino, type Logger } from 'pino';

export type Log = Logger;

/** Structured log on stderr; stdout belongs to commands that print results. */
export function createLog(level: string): Log {
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    destination({ dest: 2, sync: true }),
  );
}
