'use client';

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { t } from './messages.ts';
import type { TableInfo } from '../../lib/contracts/evidence.ts';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { Loading } from '../ui/loading.tsx';
import { Notice } from '../ui/notice.tsx';
import { type Graph, neighboursOf, toGraph } from './graph.ts';
import { layOut, type Placed } from './layout.ts';
import { type Emphasis, TableBox } from './table-box.tsx';
import { useViewport } from './use-viewport.ts';

interface SchemaDiagramProps {
  readonly tables: readonly TableInfo[];
  /** Names the schema among those that were drawn already. */
  readonly schemaId: string;
  readonly hrefOf: (table: string) => string;
  readonly onOpen: (table: string) => void;
}

/** Tables as boxes, foreign keys as lines between them. */
export function SchemaDiagram(props: SchemaDiagramProps): ReactNode {
  const graph = useMemo(() => toGraph(props.tables), [props.tables]);
  const placed = useQuery({
    queryKey: ['schema-layout', props.schemaId, graph] as const,
    queryFn: ({ signal }) => layOut(graph, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: false,
  });
  if (placed.isPending) return <Loading what={t('schemaDiagram.what')} />;
  if (placed.data === undefined) {
    return (
      <Notice
        tone="err"
        role="alert"
        title={t('schemaDiagram.failed', { why: placed.error.message })}
        actions={<Button onClick={() => void placed.refetch()}>{t('common.retry')}</Button>}
      />
    );
  }
  return <Drawing {...props} graph={graph} placed={placed.data} />;
}

/** While this is shown, paper gets the drawing alone, in black on white, whatever the theme. */
const PRINT_CSS = `@media print {
  @page { size: landscape; margin: 8mm }
  body * { visibility: hidden }
  .schema-print, .schema-print * { visibility: visible }
  .schema-print { position: fixed; inset: 0; color-scheme: light; background: Canvas }
  .schema-print text { fill: CanvasText }
  .schema-print rect { fill: Canvas; stroke: CanvasText }
  .schema-print path.line { stroke: CanvasText }
  .schema-print path.head { fill: none; stroke: CanvasText }
}`;

interface DrawingProps extends SchemaDiagramProps {
  readonly graph: Graph;
  readonly placed: Placed;
}

function Drawing({ tables, graph, placed, hrefOf, onOpen }: DrawingProps): ReactNode {
  const frame = useRef<HTMLDivElement>(null);
  const helpId = useId();
  const { view, fit, zoom, reveal, handlers } = useViewport(frame, placed);
  const [looked, setLooked] = useState<string | null>(null);
  const printing = usePrinting();
  const near = useMemo(
    () => (looked === null ? new Set<string>() : neighboursOf(graph, looked)),
    [graph, looked],
  );
  const rows = useMemo(() => new Map(tables.map((table) => [table.name, table.rows])), [tables]);

  function emphasisOf(name: string): Emphasis {
    if (looked === null || printing) return 'none';
    if (name === looked) return 'focus';
    return near.has(name) ? 'neighbour' : 'faded';
  }

  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <style>{PRINT_CSS}</style>
      <div className="absolute top-2 right-2 z-10 flex gap-1 print:hidden">
        <Button
          size="icon"
          aria-label={t('schemaDiagram.zoomIn')}
          title={t('schemaDiagram.zoomIn')}
          onClick={() => zoom(1.25)}
        >
          +
        </Button>
        <Button
          size="icon"
          aria-label={t('schemaDiagram.zoomOut')}
          title={t('schemaDiagram.zoomOut')}
          onClick={() => zoom(0.8)}
        >
          −
        </Button>
        <Button onClick={fit}>{t('schemaDiagram.fit')}</Button>
        <Button className="max-md:hidden" onClick={() => window.print()}>
          {t('schemaDiagram.print')}
        </Button>
      </div>
      <p id={helpId} className="sr-only">
        {t('schemaDiagram.help')}
      </p>
      <div
        ref={frame}
        role="group"
        tabIndex={0}
        aria-label={t('schemaDiagram.label', { tables: graph.boxes.length, keys: graph.links.length })}
        aria-describedby={helpId}
        {...handlers}
        className="schema-print min-h-0 flex-1 cursor-grab touch-none overflow-hidden bg-bg -outline-offset-2 active:cursor-grabbing"
      >
        <svg
          width="100%"
          height="100%"
          viewBox={printing ? `-8 -8 ${placed.width + 16} ${placed.height + 16}` : undefined}
          className="block font-mono text-sm select-none"
        >
          <g transform={printing ? undefined : `translate(${view.x} ${view.y}) scale(${view.scale})`}>
            {graph.links.map(({ id, from, to }) => {
              const touches = from === looked || to === looked;
              return (
                <path
                  key={id}
                  d={toPath(placed.links.get(id) ?? [])}
                  className={cx(
                    'line fill-none',
                    looked !== null && touches ? 'stroke-accent stroke-2' : 'stroke-line-control',
                    looked !== null && !touches && 'opacity-25',
                  )}
                />
              );
            })}
            {graph.boxes.map((box) => {
              const at = placed.boxes.get(box.name);
              if (at === undefined) return null;
              return (
                <TableBox
                  key={box.name}
                  box={box}
                  at={at}
                  rows={rows.get(box.name) ?? null}
                  emphasis={emphasisOf(box.name)}
                  href={hrefOf(box.name)}
                  onOpen={() => onOpen(box.name)}
                  onLook={(looking) => setLooked(looking ? box.name : null)}
                  onFocus={() => {
                    setLooked(box.name);
                    reveal({ ...at, width: box.width, height: box.height });
                  }}
                />
              );
            })}
          </g>
        </svg>
      </div>
    </div>
  );
}

/** A line with an arrow head at the table that is pointed to. */
function toPath(points: readonly { readonly x: number; readonly y: number }[]): string {
  const end = points.at(-1);
  if (end === undefined) return '';
  const line = points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join('');
  return `${line}M${end.x - 7} ${end.y - 4}L${end.x} ${end.y}L${end.x - 7} ${end.y + 4}`;
}

/** True from the browser's request for a printout to its end: then the whole drawing is in sight. */
function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    // At once: the page is taken as it stands when the event returns.
    const before = (): void => flushSync(() => setPrinting(true));
    const after = (): void => setPrinting(false);
    window.addEventListener('beforeprint', before);
    window.addEventListener('afterprint', after);
    return () => {
      window.removeEventListener('beforeprint', before);
      window.removeEventListener('afterprint', after);
    };
  }, []);
  return printing;
}
