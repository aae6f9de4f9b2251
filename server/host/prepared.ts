import { AppError } from '../../lib/contracts/errors.ts';
import { withoutUndefined } from './messages.ts';
import type { ScenarioEntry } from './scenario-entry.ts';
import type { Template } from './template.ts';
import type { PreparedScenario } from './types.ts';

/** What the engine sees of an entry; holds the template until it is released. @throws AppError runtime_failed */
export function toPrepared(entry: ScenarioEntry, template: Template): PreparedScenario {
  const { knowledge, source } = entry;
  if (knowledge === undefined) throw new AppError('runtime_failed', `Nothing is known of ${source.key}.`);
  template.hold();
  let held = true;
  return {
    key: source.key,
    hash: source.hash,
    tools: knowledge.tools,
    toolsJson: knowledge.raw.toolsJson,
    operations: knowledge.operations,
    initialDb: template.initialDb,
    templateDb: template.templateDb,
    sessionsDir: entry.sessionsDir,
    seedErrors: template.seedErrors,
    stateful: knowledge.stateful,
    seedReadsClock: template.readsClock,
    findings: knowledge.raw.findings.map(withoutUndefined),
    timings: template.takeTimings(),
    code: source.code,
    release: () => {
      if (held) template.release();
      held = false;
    },
  };
}
