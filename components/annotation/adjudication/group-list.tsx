import type { ReactNode } from 'react';
import type { Disagreement, Disagreements } from '../../../lib/contracts/annotation/adjudication.ts';
import { useKeyLabel } from '../../../lib/client/keys/index.ts';
import { UrlLink } from '../../layout/url-link.tsx';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Kbd } from '../../ui/kbd.tsx';
import { t } from './messages.ts';
import { rowsText } from './row-names.ts';
import { rowName } from './row-words.ts';

type Group = Disagreements['groups'][number];

interface GroupListProps {
  readonly groups: readonly Group[];
  readonly current: string | null;
  /** Null: there is nothing to take over. */
  readonly onApply: (() => void) | null;
}

/** Items to decide, by what their labels differ about. */
export function GroupList({ groups, current, onApply }: GroupListProps): ReactNode {
  return (
    <nav
      aria-label={t('adjudication.list')}
      tabIndex={0}
      className="shrink-0 overflow-y-auto border-line border-r bg-surface outline-offset-[-2px] max-md:max-h-44 max-md:border-r-0 max-md:border-b md:w-[276px]"
    >
      {groups.map((group) => (
        <GroupPart key={group.key} group={group} current={current} onApply={onApply} />
      ))}
      <p className="px-4 py-2 text-sm text-text-2">{t('adjudication.rule')}</p>
    </nav>
  );
}

function GroupPart({
  group,
  current,
  onApply,
}: { readonly group: Group } & Omit<GroupListProps, 'groups'>): ReactNode {
  const key = useKeyLabel('adjudicate.group');
  const isCurrent = group.items.some(({ item }) => item === current);
  const others = group.items.filter(
    ({ item, state }) => item !== current && (state === 'open' || state === 'skipped'),
  );
  return (
    <section aria-label={causeTitle(group)}>
      <div className="on-tint border-line border-b bg-surface-2 px-4 py-2 text-sm">
        <h2 className="flex gap-1.5 font-semibold">
          <span className="min-w-0 truncate">{causeTitle(group)}</span>
          <span className="ml-auto shrink-0 font-normal text-text-2">
            {t('adjudication.items', { count: group.items.length })}
          </span>
        </h2>
      </div>
      {group.items.map((item) => (
        <ItemLink key={item.item} item={item} current={item.item === current} />
      ))}
      {isCurrent && others.length > 0 && onApply !== null ? (
        <div className="border-line border-b px-4 py-2.5">
          <Button className="w-full justify-between" aria-keyshortcuts={key?.aria} onClick={onApply}>
            {t('adjudication.apply', { count: others.length })}
            {key === null ? null : <Kbd>{key.shown}</Kbd>}
          </Button>
        </div>
      ) : null}
    </section>
  );
}

function ItemLink({ item, current }: { readonly item: Disagreement; readonly current: boolean }): ReactNode {
  const decided = item.state === 'decided';
  return (
    <UrlLink
      set={{ item: item.item }}
      aria-current={current ? 'true' : undefined}
      className={cx(
        'grid grid-cols-[14px_minmax(0,1fr)_auto] gap-x-1.5 border-line border-b px-4 py-1.5 text-sm leading-[18px] text-text no-underline outline-offset-[-2px]',
        current ? 'on-tint bg-accent-soft shadow-[inset_2px_0_var(--accent)]' : 'hover:bg-surface-2',
        item.cannot !== null && 'opacity-80',
      )}
    >
      <b className={cx('font-bold', decided ? 'text-ok' : 'text-err')}>
        <span aria-hidden="true">{decided ? '✓' : '≠'}</span>
        <span className="sr-only">{t(decided ? 'adjudication.showDecided' : 'adjudication.differs')}</span>
      </b>
      <span className="truncate">{item.scenario}</span>
      <span className="text-text-2">
        {item.taskIdx === null ? t('adjudication.taskless') : t('adjudication.task', { index: item.taskIdx })}
      </span>
      <span className="col-start-2 truncate text-text-2">
        {standing(item, current) ?? rowsText(item.rows)}
      </span>
      <span className="text-right font-mono text-text-2">{item.item.slice(0, 6)}</span>
    </UrlLink>
  );
}

function standing(item: Disagreement, current: boolean): string | null {
  if (item.state === 'held') return t('adjudication.heldBy', { name: item.heldBy ?? '' });
  if (item.cannot !== null) return t('adjudication.cannotLabelled');
  if (item.inHand && !current) return t('adjudication.isInHand');
  return item.stale ? t('adjudication.stale') : null;
}

function causeTitle({ cause, section }: Group): string {
  switch (cause.kind) {
    case 'section':
      return `${cause.section} ${section?.title ?? ''}`.trim();
    case 'step':
      return t('adjudication.causeStep', { seq: cause.seq, tool: cause.tool });
    case 'outcome':
      return cause.outcomes.join(' ≠ ');
    case 'row':
      return t('adjudication.causeRow', {
        row: cause.row === 'step' ? t('adjudication.step', { seq: '' }).trim() : rowName(cause.row, null),
      });
  }
}
