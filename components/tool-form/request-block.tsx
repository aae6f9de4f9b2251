import { type ReactNode, useMemo } from 'react';
import { t } from './messages.ts';
import { printJson, type JsonTree } from '../../lib/schema-form/index.ts';
import { JsonText } from '../json-view/index.ts';

interface RequestBlockProps {
  readonly tree: JsonTree;
  /** Names of the fields that hold it back. */
  readonly heldBy: readonly string[];
}

const WIDTH = 76;

/** What would be sent, as it would be sent; what cannot be, marked where it stands. */
export function RequestBlock({ tree, heldBy }: RequestBlockProps): ReactNode {
  const pieces = useMemo(() => piecesOf(tree), [tree]);
  const [first] = heldBy;
  return (
    <section className="on-tint my-2 rounded-1 border border-line bg-surface-2 px-2.5 py-2">
      <h2 className="text-text-2 text-xs">
        {first === undefined
          ? t('form.request')
          : heldBy.length === 1
            ? t('form.requestHeldBy', { name: first })
            : t('form.requestHeld', { count: heldBy.length })}
      </h2>
      <div className="mt-0.5 font-mono text-sm leading-[18px] whitespace-pre-wrap wrap-anywhere">
        {pieces.map((piece, index) =>
          piece.broken ? (
            <mark key={index} className="rounded-[2px] bg-err-soft px-1 text-err">
              <span aria-hidden="true">✕ </span>
              {piece.text}
            </mark>
          ) : (
            <JsonText key={index} text={piece.text} className="inline [&>pre]:inline" />
          ),
        )}
      </div>
    </section>
  );
}

interface Piece {
  readonly text: string;
  readonly broken: boolean;
}

/** Printed with a mark of its own around what is broken: text that JSON cannot contain outside of strings. */
function piecesOf(tree: JsonTree): readonly Piece[] {
  const broken: string[] = [];
  const marked = markBroken(tree, broken);
  return printJson(marked, WIDTH)
    .split('\u0000')
    .map((text, index) =>
      index % 2 === 1 ? { text: broken[Number(text)] ?? '', broken: true } : { text, broken: false },
    );
}

function markBroken(tree: JsonTree, broken: string[]): JsonTree {
  switch (tree.kind) {
    case 'broken':
      broken.push(tree.text);
      // JSON.stringify escapes this character in strings, so that it stands for nothing else.
      return { kind: 'broken', text: `\u0000${broken.length - 1}\u0000` };
    case 'array':
      return { kind: 'array', items: tree.items.map((item) => markBroken(item, broken)) };
    case 'object':
      return {
        kind: 'object',
        entries: tree.entries.map(([key, value]) => [key, markBroken(value, broken)] as const),
      };
    case 'string':
    case 'number':
    case 'literal':
      return tree;
  }
}
