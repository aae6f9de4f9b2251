'use client';

import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import { type ReactNode, useEffect, useRef } from 'react';
import { formatSize } from '../../lib/client/format.ts';
import { t } from './messages.ts';
import { scenarioToolsQuery } from '../../lib/client/queries/scenarios.ts';
import type { Viewed } from '../../lib/client/viewed.ts';
import type { LiveStep } from '../../lib/contracts/live.ts';
import { CopyButton } from '../cells/index.ts';
import { JsonText } from '../json-view/index.ts';
import {
  isDateTime,
  type JsonSource,
  JsonTable,
  JsonTree,
  type Summary,
  TextSlices,
  type TreeLine,
} from '../json-view/views.ts';
import { replaceUrl, UrlLink } from '../layout/url-link.tsx';
import { Loading } from '../ui/loading.tsx';
import { Notice } from '../ui/notice.tsx';
import { ErrorView } from './error-view.tsx';
import { spanText } from './span-text.ts';
import { useObservationView } from './view-store.ts';

/** After the last move: the address is not rewritten for each of many. */
const PATH_MS = 400;

interface BodyProps {
  readonly viewed: Viewed;
  readonly step: LiveStep;
  readonly source: JsonSource;
  readonly summary: Summary;
}

export function ObservationBody(props: BodyProps): ReactNode {
  const { step, source, summary } = props;
  const view = useObservationView((state) => state.view);
  return (
    <>
      {summary.warning === null ? null : (
        <p className="shrink-0 border-line border-b px-3 py-1.5 text-sm text-warn wrap-anywhere">
          <span aria-hidden="true">! </span>
          {summary.warning}
        </p>
      )}
      {view === 'raw' ? (
        <RawView source={source} summary={summary} />
      ) : summary.kind === 'error' ? (
        <ErrorView step={step} error={summary.text} />
      ) : step.kind === 'list_tools' && !summary.tree ? (
        <ToolNames scenario={props.viewed.scenario} />
      ) : summary.kind === 'none' ? (
        <p className="p-4 text-sm text-text-2">{t('observation.empty')}</p>
      ) : !summary.tree ? (
        <TextView source={source} summary={summary} />
      ) : view === 'table' ? (
        <JsonTable source={source} />
      ) : (
        <Tree {...props} />
      )}
    </>
  );
}

function Tree({ step, source, summary }: BodyProps): ReactNode {
  const path = useSearchParams().get('path');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <>
      {summary.kind === 'tools' ? <ToolCount source={source} /> : null}
      <JsonTree
        source={source}
        label={t('observation.treeLabel')}
        path={path}
        onPath={(next) => {
          clearTimeout(timer.current);
          timer.current = setTimeout(() => replacePath(next), PATH_MS);
        }}
        note={(line) => dateNote(line, step.startedAtMs)}
      />
    </>
  );
}

function replacePath(path: string): void {
  replaceUrl({ path: path === '$' ? null : path });
}

/** How far a time is from the step, by days. Times without a zone count as UTC, as the scenarios mean them. */
function dateNote(line: TreeLine, atMs: number): string | undefined {
  if (!isDateTime(line)) return undefined;
  const text = line.text.slice(1, -1).replace(' ', 'T');
  const ms = Date.parse(/(Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`);
  return Number.isNaN(ms) ? undefined : spanText(ms - atMs);
}

function ToolCount({ source }: { readonly source: JsonSource }): ReactNode {
  const root = source.line(0);
  return root === null ? null : (
    <p className="shrink-0 border-line border-b px-3 py-1.5 text-sm">
      {t('observation.toolCount', { count: root.count })}
    </p>
  );
}

/** The record keeps no list of tools with the step: it is the scenario's. */
function ToolNames({ scenario }: { readonly scenario: string }): ReactNode {
  const { data, error } = useQuery(scenarioToolsQuery(scenario));
  if (error !== null)
    return (
      <Notice tone="err" title={t('observation.toolsFailed')}>
        {error.message}
      </Notice>
    );
  if (data === undefined) return <Loading what={t('observation.tools')} />;
  return (
    <section
      tabIndex={0}
      aria-label={t('observation.toolNames')}
      className="min-h-0 flex-1 overflow-y-auto px-3 py-2 focus-visible:-outline-offset-2"
    >
      <h3 className="mb-1 font-semibold text-sm">
        {t('observation.toolCount', { count: data.tools.length })}
      </h3>
      <ul className="columns-[260px] font-mono text-sm">
        {data.tools.map(({ name }) => (
          <li key={name} className="leading-6 wrap-anywhere">
            <UrlLink set={{ tool: name }} className="no-underline hover:underline">
              {name}
            </UrlLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A result that is no JSON, as it is. */
function TextView({
  source,
  summary,
}: {
  readonly source: JsonSource;
  readonly summary: Summary;
}): ReactNode {
  if (summary.textLength === 0) {
    return <p className="p-4 text-sm text-text-2">{t('observation.emptyText')}</p>;
  }
  if (summary.textLength > summary.text.length) {
    return (
      <TextSlices source={source} of="text" length={summary.textLength} label={t('observation.result')} />
    );
  }
  return (
    <div
      tabIndex={0}
      role="group"
      aria-label={t('observation.result')}
      className="min-h-0 flex-1 overflow-y-auto px-3 py-2 focus-visible:-outline-offset-2"
    >
      <JsonText text={summary.text} />
    </div>
  );
}

/** The observation exactly as the wire carries it. */
function RawView({ source, summary }: { readonly source: JsonSource; readonly summary: Summary }): ReactNode {
  const length = summary.rawLength;
  return (
    <>
      <div className="flex min-h-row shrink-0 flex-wrap items-center gap-2 border-line border-b px-3 text-sm text-text-2">
        {t('observation.rawNote', { size: formatSize(length) })}
        <span className="flex-1" />
        <CopyButton label={t('observation.copyAll')} text={() => source.call('slice', 'raw', 0, length)} />
      </div>
      <TextSlices source={source} of="raw" length={length} label={t('observation.raw')} />
    </>
  );
}
