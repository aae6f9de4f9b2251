import { NavLink } from '../../layout/nav-link.tsx';
import type { ReactNode } from 'react';
import { t } from '../messages.ts';
import { detailOf, type Finding, taskOf } from '../model/finding-kinds.ts';

interface EvidenceLink {
  readonly label: string;
  readonly search: string;
}

/** Where a finding can be looked at: its task, its tool, its table. */
export function EvidenceLinks({
  scenarioKey,
  finding,
}: {
  readonly scenarioKey: string;
  readonly finding: Finding;
}): ReactNode {
  const links = linksOf(finding);
  if (links.length === 0) return null;
  return (
    <span className="flex flex-wrap gap-x-3">
      {links.map(({ label, search }) => (
        <NavLink
          key={label}
          href={`/scenarios/${encodeURIComponent(scenarioKey)}?${search}`}
          className="text-accent underline"
        >
          {label}
        </NavLink>
      ))}
    </span>
  );
}

function linksOf(finding: Finding): readonly EvidenceLink[] {
  const links: EvidenceLink[] = [];
  const task = taskOf(finding);
  const tool = detailOf(finding, 'tool');
  const table = detailOf(finding, 'table');
  const [line] = linesOf(finding);
  if (task !== null) {
    links.push({ label: t('findings.task', { index: task }), search: `task=${String(task)}` });
  }
  if (tool !== null) {
    links.push({ label: t('findings.tool', { tool }), search: `tab=tools&tool=${encodeURIComponent(tool)}` });
  }
  if (table !== null) {
    links.push({ label: t('findings.table', { table }), search: `tab=tables&table=${encodeURIComponent(table)}` });
  }
  if (line !== undefined) {
    links.push({ label: t('findings.line', { line }), search: `tab=source&line=${String(line)}` });
  }
  return links;
}

function linesOf(finding: Finding): readonly number[] {
  const lines = finding.details?.['lines'];
  return Array.isArray(lines) ? lines.filter((line) => typeof line === 'number') : [];
}
