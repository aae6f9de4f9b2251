'use client';

import { type ReactNode, useId, useState } from 'react';
import { formatAbsolute } from '../../lib/client/format.ts';
import { t } from './messages.ts';
import { sayWhoMay } from '../identity/index.ts';
import { NavLink } from '../layout/nav-link.tsx';
import { kindOf } from '../scenarios/model/finding-kinds.ts';
import { PeekFrame, PeekSection } from '../scenarios/peek/peek-frame.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { Textarea } from '../ui/input.tsx';
import { EvidenceList } from './evidence-list.tsx';
import type { AuditEntry } from './model/audit-list.ts';
import type { AuditActions } from './use-audit-actions.ts';

interface AuditPeekProps {
  readonly entry: AuditEntry;
  readonly place: string;
  readonly actions: AuditActions;
  readonly onClose: () => void;
}

/** A finding in full: what it means, where it can be looked at, and whether it is accepted. */
export function AuditPeek({ entry, place, actions, onClose }: AuditPeekProps): ReactNode {
  const { code, scenario, taskIdx, message, evidence, status, severity, source } = entry;
  const kind = kindOf(code);
  const name = kind === undefined ? code : t(`findings.${kind.code}.name`);
  const page = `/scenarios/${encodeURIComponent(scenario)}`;
  return (
    <PeekFrame
      title={t('audits.peekTitle', { name, scenario })}
      place={place}
      onClose={onClose}
      actions={
        <>
          <NavLink
            href={taskIdx === null ? page : `${page}?task=${String(taskIdx)}`}
            className={buttonClass()}
          >
            {taskIdx === null ? t('scenario.open') : t('audits.task')}
          </NavLink>
          {taskIdx === null ? null : (
            <NavLink
              href={`/tasks?sel=${encodeURIComponent(`${scenario}/${String(taskIdx)}`)}&peek=1`}
              className={buttonClass()}
            >
              {t('audits.setStatus')}
            </NavLink>
          )}
          {actions.may ? (
            <Button onClick={() => actions.run([scenario], true)} disabled={actions.busy}>
              {t('audits.runOne', { scenario })}
            </Button>
          ) : null}
        </>
      }
    >
      <PeekSection title={t('audits.finding')}>
        <p className="pb-1 wrap-anywhere">{message}</p>
        <p className="flex flex-wrap gap-1.5 pb-1">
          <Badge tone={kind?.tone ?? 'plain'} glyph={kind?.glyph}>
            {name}
          </Badge>
          <Badge>{t(`audits.severities.${severity}`)}</Badge>
          <Badge>{t(`audits.sources.${source}`)}</Badge>
          <Badge>{t(`audits.statuses.${status}`)}</Badge>
        </p>
      </PeekSection>
      {kind === undefined ? null : (
        <>
          <PeekSection title={t('findings.why')}>
            <p>{t(`findings.${kind.code}.why`)}</p>
          </PeekSection>
          <PeekSection title={t('findings.todo')}>
            <p>{t(`findings.${kind.code}.todo`)}</p>
          </PeekSection>
        </>
      )}
      <PeekSection title={t('audits.evidence')}>
        <EvidenceList scenario={scenario} evidence={evidence} />
      </PeekSection>
      <PeekSection title={t('audits.status')}>
        <Acceptance key={entry.id} entry={entry} actions={actions} />
      </PeekSection>
    </PeekFrame>
  );
}

function Acceptance({
  entry,
  actions,
}: {
  readonly entry: AuditEntry;
  readonly actions: AuditActions;
}): ReactNode {
  const [reason, setReason] = useState('');
  const reasonId = useId();
  const { accepted, fingerprint } = entry;
  if (accepted !== null)
    return (
      <div className="flex flex-col items-start gap-2">
        <p className="wrap-anywhere">{accepted.reason === '' ? t('audits.noReason') : accepted.reason}</p>
        {accepted.by === '' ? null : (
          <p className="text-text-2">
            {accepted.atMs === null
              ? t('audits.acceptedBy', { by: accepted.by })
              : t('audits.accepted', { by: accepted.by, time: formatAbsolute(accepted.atMs) })}
          </p>
        )}
        {actions.may ? (
          <Button disabled={actions.busy} onClick={() => actions.accept([fingerprint], false, '')}>
            {t('audits.withdraw')}
          </Button>
        ) : null}
      </div>
    );
  if (!actions.may) return <p className="text-text-2">{sayWhoMay('write')}</p>;
  return (
    <form
      className="flex flex-col items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        actions.accept([fingerprint], true, reason);
      }}
    >
      <p className="text-text-2">{t('audits.acceptLong')}</p>
      <label htmlFor={reasonId} className="text-text-2 text-xs">
        {t('audits.reason')}
      </label>
      <Textarea
        id={reasonId}
        rows={2}
        maxLength={2_000}
        className="w-full"
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <Button type="submit" disabled={actions.busy}>
        {t('audits.accept')}
      </Button>
    </form>
  );
}
