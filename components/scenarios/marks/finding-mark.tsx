import type { ReactNode } from 'react';
import { t } from '../messages.ts';
import { Badge } from '../../ui/badge.tsx';
import { CLEAN, UNCHECKED } from '../model/entries.ts';
import { kindBySlug } from '../model/finding-kinds.ts';

/** Kinds that a row has room for; the others are named on hover. */
const SHOWN_KINDS = 2;

/** A kind of finding by its glyph, with its number where there are several; named for screen readers and on hover. */
export function FindingMark({
  slug,
  count,
}: {
  readonly slug: string;
  readonly count?: number;
}): ReactNode {
  const kind = kindBySlug(slug);
  if (kind === undefined) return null;
  const name = t(`findings.${kind.code}.name`);
  return (
    <Badge tone={kind.tone} glyph={kind.glyph} title={name}>
      {count === undefined ? null : <span aria-hidden="true">{count}</span>}
      <span className="sr-only">{count === undefined ? name : t('findings.counted', { name, count })}</span>
    </Badge>
  );
}

/** All that a check found, a glyph a kind; says so where nothing was found or nothing checked. */
export function HealthMarks({
  found,
  health,
}: {
  readonly found: readonly { readonly slug: string; readonly count: number }[];
  readonly health: readonly string[];
}): ReactNode {
  if (health.includes(UNCHECKED)) {
    return <span className="truncate text-text-2 text-xs">{t('findings.unchecked')}</span>;
  }
  if (health.includes(CLEAN)) {
    return (
      <Badge tone="ok" glyph="✓">
        {t('findings.clean')}
      </Badge>
    );
  }
  const more = found.slice(SHOWN_KINDS);
  return (
    <>
      {found.slice(0, SHOWN_KINDS).map(({ slug, count }) => (
        <FindingMark key={slug} slug={slug} count={count} />
      ))}
      {more.length === 0 ? null : <MoreKinds slugs={more.map(({ slug }) => slug)} />}
    </>
  );
}

function MoreKinds({ slugs }: { readonly slugs: readonly string[] }): ReactNode {
  const names = slugs.flatMap((slug) => {
    const kind = kindBySlug(slug);
    return kind === undefined ? [] : [t(`findings.${kind.code}.name`)];
  });
  return (
    <Badge title={names.join(', ')}>
      <span aria-hidden="true">+{slugs.length}</span>
      <span className="sr-only">{names.join(', ')}</span>
    </Badge>
  );
}
