import type { ReactNode } from 'react';
import { t } from './messages.ts';
import type { AuditEvidence } from '../../lib/contracts/audits.ts';
import { NavLink } from '../layout/nav-link.tsx';

const LABELS = [
  'answer',
  'task',
  'query',
  'statement',
  'request',
  'response',
  'error',
  'together',
  'apart',
  'first',
  'second',
] as const;

/** Where a finding can be looked at, and what was tried and came back. */
export function EvidenceList({
  scenario,
  evidence,
}: {
  readonly scenario: string;
  readonly evidence: readonly AuditEvidence[];
}): ReactNode {
  const links = evidence.flatMap((one) => (one.kind === 'text' ? [] : [linkOf(scenario, one)]));
  const texts = evidence.filter((one) => one.kind === 'text');
  return (
    <div className="flex flex-col gap-2">
      {links.length === 0 ? null : (
        <ul className="flex flex-wrap gap-x-4 gap-y-1">
          {links.map(({ href, label }) => (
            <li key={href} className="min-w-0 wrap-anywhere">
              <NavLink href={href} className="text-accent underline">
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
      )}
      {texts.map(({ label, text }, at) => (
        <figure key={at} className="flex min-w-0 flex-col gap-0.5">
          <figcaption className="text-text-2 text-xs">{labelOf(label)}</figcaption>
          <pre
            tabIndex={0}
            role="region"
            aria-label={labelOf(label)}
            className="max-h-48 overflow-auto rounded-1 border border-line bg-surface-2 p-2 font-mono text-xs whitespace-pre-wrap wrap-anywhere"
          >
            {text === '' ? t('audits.empty') : text}
          </pre>
        </figure>
      ))}
    </div>
  );
}

function labelOf(label: string): string {
  return t(`audits.texts.${LABELS.find((one) => one === label) ?? 'other'}`);
}

type Place = Exclude<AuditEvidence, { kind: 'text' }>;

/** The address at which a piece of evidence is shown. */
export function linkOf(scenario: string, place: Place): { readonly href: string; readonly label: string } {
  const key = encodeURIComponent(scenario);
  switch (place.kind) {
    case 'verifier': {
      const { taskIdx, mode, line } = place;
      const at = line === null ? '' : `&line=${String(line)}`;
      const label = t(mode === 'sql' ? 'audits.sqlVerifierAt' : 'audits.verifierAt', { task: taskIdx });
      return {
        href: `/verifiers/${key}/${String(taskIdx)}?mode=${mode}${at}`,
        label: line === null ? label : `${label}, ${t('audits.atLine', { line })}`,
      };
    }
    case 'source':
      return {
        href: `/scenarios/${key}?tab=source&line=${String(place.line)}`,
        label: t('audits.sourceAt', { line: place.line }),
      };
    case 'tool':
      return {
        href: `/scenarios/${key}?tab=tools&tool=${encodeURIComponent(place.tool)}`,
        label: t('audits.tool', { tool: place.tool }),
      };
    case 'table':
      return {
        href: `/scenarios/${key}?tab=tables&table=${encodeURIComponent(place.table)}`,
        label: t('audits.table', { table: place.table }),
      };
    case 'run': {
      const run = place.run.slice(0, 6);
      return place.seq === null
        ? { href: `/runs/${place.run}`, label: t('audits.runAt', { run }) }
        : {
            href: `/runs/${place.run}?step=${String(place.seq)}`,
            label: t('audits.runStep', { run, seq: place.seq }),
          };
    }
  }
}
