'use client';

import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { callApi } from '../../../lib/client/api.ts';
import { formatAbsolute, formatReward } from '../../../lib/client/format.ts';
import type { AdjudicationItem, ComparedLabel } from '../../../lib/contracts/annotation/adjudication.ts';
import { queueAdminRoutes } from '../../../lib/contracts/annotation/rest-queues.ts';
import { labelRows } from '../../../lib/domain/adjudication/index.ts';
import { NavLink } from '../../layout/nav-link.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Textarea } from '../../ui/input.tsx';
import { showToast } from '../../ui/toast.ts';
import { t } from './messages.ts';
import { rowName, rowText } from './row-words.ts';

interface AfterDecisionProps {
  readonly item: AdjudicationItem;
  readonly onReopen: () => void;
  readonly onChanged: () => void;
}

interface ShownProps {
  readonly shown: NonNullable<AdjudicationItem['shown']>;
  /** Which of a pair; null: the only one. */
  readonly name: string | null;
}

/** What the verifier said of a run, and the way to it. */
function Shown({ shown: { run, verdict, reward, policy, actor }, name }: ShownProps): ReactNode {
  return (
    <>
      <span>
        {name === null ? '' : `${name}, `}
        {t('adjudication.verdict')}: <b className="font-semibold">{verdict ?? t('adjudication.noVerdict')}</b>
        {reward === null ? '' : `, ${t('adjudication.reward', { reward: formatReward(reward) })}`} ·{' '}
        {policy ?? actor}
      </span>
      <NavLink
        href={`/runs/${run}`}
        aria-label={name === null ? undefined : `${t('adjudication.openRun')}: ${name}`}
        className="text-accent"
      >
        {t('adjudication.openRun')}
      </NavLink>
    </>
  );
}

/** What was hidden: who said what and when, what the verifier said, and all versions of the decision. */
export function AfterDecision({ item, onReopen, onChanged }: AfterDecisionProps): ReactNode {
  const standing = item.decisions.find(({ undone }) => undone === null);
  const { shown, shownOther } = item;
  return (
    <section
      aria-label={t('adjudication.versions')}
      className="flex max-h-[40%] shrink-0 flex-col gap-1.5 overflow-y-auto border-line-strong border-t bg-bg px-4 py-2 text-sm"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {standing === undefined ? null : (
          <b className="font-semibold">
            ✓ {t('adjudication.isDecided', { name: standing.name, time: formatAbsolute(standing.atMs) })}
          </b>
        )}
        {item.stale ? <span className="text-warn">! {t('adjudication.stale')}</span> : null}
        {shown === null ? null : (
          <Shown shown={shown} name={shownOther === null ? null : t('adjudication.preferA')} />
        )}
        {shownOther === null ? null : <Shown shown={shownOther} name={t('adjudication.preferB')} />}
        {standing === undefined ? null : (
          <Button size="sm" className="ml-auto" onClick={onReopen}>
            {t('adjudication.reopen')}
          </Button>
        )}
      </div>
      <ul className="flex flex-col gap-1">
        {item.labels.map((label) => (
          <Author key={label.letter} label={label} item={item} onChanged={onChanged} />
        ))}
      </ul>
      {item.decisions.length === 0 ? null : (
        <ol className="flex flex-col gap-0.5 text-text-2">
          {item.decisions.map((decision) => (
            <li key={decision.id}>
              {[
                t('adjudication.version', { version: decision.version }),
                t('adjudication.isDecided', { name: decision.name, time: formatAbsolute(decision.atMs) }),
                decision.provenance === 'agreed' ? t('adjudication.agreed') : '',
                decision.provenance === 'group' ? t('adjudication.byGroup') : '',
                decision.revealed ? t('adjudication.afterReveal') : '',
                t('adjudication.because', {
                  reason: [decision.section, decision.reason].filter(Boolean).join(': '),
                }),
                decision.undone === null
                  ? ''
                  : t('adjudication.wasUndone', {
                      name: decision.undone.name,
                      time: formatAbsolute(decision.undone.atMs),
                    }),
              ]
                .filter((part) => part !== '')
                .join(' · ')}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function Author({
  label,
  item,
  onChanged,
}: {
  readonly label: ComparedLabel;
  readonly item: AdjudicationItem;
  readonly onChanged: () => void;
}): ReactNode {
  const [returning, setReturning] = useState(false);
  const { author, letter, doc } = label;
  if (author === null) return null;
  const schema = item.schema.doc;
  return (
    <li className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
      <b className="font-semibold">{letter}</b>
      {t('adjudication.authorLine', {
        name: author.name,
        time: formatAbsolute(author.submittedAtMs),
        version: author.version,
      })}
      {author.revealed ? <span className="text-warn">! {t('adjudication.sawVerdict')}</span> : null}
      <Button size="sm" variant="ghost" onClick={() => setReturning(true)}>
        {t('adjudication.returnLabel')}
      </Button>
      {author.before.map(({ version, submittedAtMs, doc: was }) => (
        <p key={version} className="w-full pl-4 text-text-2">
          {t('adjudication.before', { version, time: formatAbsolute(submittedAtMs) })}:{' '}
          {labelRows([was, doc], schema)
            .filter(({ said }) => said[0] !== said[1])
            .map(({ id }) =>
              t('adjudication.changedTo', {
                row: rowName(id, schema),
                was: rowText(id, was, schema),
                now: rowText(id, doc, schema),
              }),
            )
            .join(' · ') || t('adjudication.unchanged')}
        </p>
      ))}
      {returning ? (
        <ReturnDialog
          assignment={author.assignment}
          name={author.name}
          onClose={() => setReturning(false)}
          onDone={onChanged}
        />
      ) : null}
    </li>
  );
}

interface ReturnDialogProps {
  readonly assignment: string;
  readonly name: string;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

function ReturnDialog({ assignment, name, onClose, onDone }: ReturnDialogProps): ReactNode {
  const [note, setNote] = useState('');
  const send = useMutation({
    mutationFn: () => callApi(queueAdminRoutes.returnLabel, { params: { id: assignment }, body: { note } }),
    onSuccess: () => {
      showToast({ tone: 'ok', text: t('adjudication.returned', { name }) });
      onClose();
      onDone();
    },
  });
  return (
    <Dialog
      onClose={onClose}
      title={t('adjudication.returnTitle', { name })}
      description={t('adjudication.returnWhy', { name })}
      actions={
        <Button
          variant="primary"
          disabled={note.trim() === ''}
          busy={send.isPending}
          onClick={() => send.mutate()}
        >
          {t('adjudication.send')}
        </Button>
      }
    >
      <Textarea
        aria-label={t('adjudication.note')}
        rows={3}
        className="w-full"
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      {send.isError ? (
        <p role="alert" className="text-err text-sm">
          ✕ {send.error.message}
        </p>
      ) : null}
    </Dialog>
  );
}
