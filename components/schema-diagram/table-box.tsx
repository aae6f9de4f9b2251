import type { ReactNode } from 'react';
import { t } from './messages.ts';
import { cx } from '../ui/cx.ts';
import { type Box, HEAD_PX, LINE_PX } from './graph.ts';

export type Emphasis = 'none' | 'focus' | 'neighbour' | 'faded';

interface TableBoxProps {
  readonly box: Box;
  readonly at: { readonly x: number; readonly y: number };
  readonly emphasis: Emphasis;
  readonly href: string;
  readonly rows: number | null;
  readonly onOpen: () => void;
  readonly onLook: (looking: boolean) => void;
  readonly onFocus: () => void;
}

/** One table: its name, its keys, how much more there is. A link to its rows. */
export function TableBox(props: TableBoxProps): ReactNode {
  const { box, at, emphasis, rows } = props;
  const { width, height } = box;
  return (
    <g transform={`translate(${at.x} ${at.y})`}>
      <a
        href={props.href}
        onClick={(event) => {
          if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
          event.preventDefault();
          props.onOpen();
        }}
        onFocus={props.onFocus}
        onPointerEnter={() => props.onLook(true)}
        onPointerLeave={() => props.onLook(false)}
        onBlur={() => props.onLook(false)}
        draggable={false}
        className={cx('group outline-none', emphasis === 'faded' && 'opacity-35')}
      >
        <rect
          width={width}
          height={height}
          rx={4}
          className={cx(
            'fill-surface group-focus-visible:stroke-focus group-focus-visible:stroke-[3px]',
            emphasis === 'focus'
              ? 'stroke-accent stroke-2'
              : emphasis === 'neighbour'
                ? 'stroke-accent'
                : 'stroke-line-control',
          )}
        />
        <path
          d={`M0 ${HEAD_PX}V4a4 4 0 0 1 4-4H${width - 4}a4 4 0 0 1 4 4V${HEAD_PX}z`}
          className={cx('head', emphasis === 'focus' ? 'fill-accent-soft' : 'fill-surface-3')}
        />
        <text x={10} y={17} className="fill-text font-semibold">
          {clip(box.name, width - 50)}
        </text>
        <g aria-hidden="true">
          <text x={width - 10} y={17} textAnchor="end" className="fill-text-2">
            {rows ?? ''}
          </text>
          {box.columns.map((column, line) => (
            <g key={column.name} transform={`translate(0 ${HEAD_PX + line * LINE_PX})`}>
              <text x={10} y={13} className={column.primary ? 'fill-warn' : 'fill-text-2'}>
                {column.primary ? t('schemaDiagram.primary') : t('schemaDiagram.foreign')}
              </text>
              <text x={30} y={13} className="fill-text">
                {clip(column.name, width - 44)}
              </text>
              <text x={width - 10} y={13} textAnchor="end" className="fill-text-2">
                {fits(column, width) ? column.type : ''}
              </text>
            </g>
          ))}
          {box.more === 0 ? null : (
            <text x={30} y={HEAD_PX + box.columns.length * LINE_PX + 13} className="fill-text-2">
              {t('schemaDiagram.moreColumns', { count: box.more })}
            </text>
          )}
          <title>{box.columns.map(({ name, type }) => `${name} ${type}`).join('\n')}</title>
        </g>
      </a>
    </g>
  );
}

const CHAR_PX = 7.25;

function clip(text: string, room: number): string {
  const most = Math.floor(room / CHAR_PX);
  return text.length <= most ? text : `${text.slice(0, Math.max(1, most - 1))}…`;
}

function fits({ name, type }: { readonly name: string; readonly type: string }, width: number): boolean {
  return (name.length + type.length + 1) * CHAR_PX <= width - 44;
}
