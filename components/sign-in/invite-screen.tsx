'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useState, useSyncExternalStore } from 'react';
import { callApi } from '../../lib/client/api.ts';
import { formatAbsolute } from '../../lib/client/format.ts';
import { useGoTo } from '../../lib/client/use-go-to.ts';
import { NAME_LIMIT, permissionsOf } from '../../lib/contracts/people.ts';
import { peopleRoutes } from '../../lib/contracts/rest-people.ts';
import { Page } from '../layout/page.tsx';
import { Button } from '../ui/button.tsx';
import { FieldError, Input } from '../ui/input.tsx';
import { Loading } from '../ui/loading.tsx';
import { Notice } from '../ui/notice.tsx';
import { inviteOfAddress, subscribeInvite } from './invite-address.ts';
import { t } from './sign-in-messages.ts';
import { takeSignIn } from './sign-in.ts';
import { homeOf } from './sign-in-screen.tsx';
import { useWho } from '../identity/index.ts';

/** What an invite's link opens. */
export function InviteScreen(): ReactNode {
  const invite = useSyncExternalStore(subscribeInvite, inviteOfAddress, () => undefined);
  // Neither the address bar nor the history keeps it.
  useEffect(() => {
    if (window.location.hash !== '')
      // eslint-disable-next-line no-restricted-syntax -- no query is written: Next's own state stays, its secret goes
      window.history.replaceState(window.history.state, '', window.location.pathname);
  }, [invite]);
  return (
    <Page crumbs={[{ label: t('signIn.inviteTitle') }]}>
      <div className="min-h-0 flex-1 overflow-y-auto">
        {invite === undefined ? null : invite === '' ? (
          <Notice title={t('signIn.inviteMissing')}>{t('signIn.inviteMissingBody')}</Notice>
        ) : (
          <Invited key={invite} invite={invite} />
        )}
      </div>
    </Page>
  );
}

function Invited({ invite }: { readonly invite: string }): ReactNode {
  const who = useWho();
  const look = useQuery({
    queryKey: ['sign-in', 'invite', invite],
    queryFn: ({ signal }) => callApi(peopleRoutes.lookAtInvite, { body: { invite } }, signal),
    retry: false,
    staleTime: Infinity,
  });
  if (look.isError)
    return (
      <Notice tone="err" role="alert" title={t('signIn.inviteFailed')}>
        {look.error.message}
      </Notice>
    );
  if (look.isPending || who === undefined) return <Loading what={t('signIn.inviteWhat')} />;
  const { role, name, note, expiresAtMs } = look.data;
  return (
    <Notice title={t('signIn.inviteAs', { role: t(`identity.role.${role}`) })}>
      <p>
        {name === null ? '' : `${t('signIn.inviteFor', { name })} `}
        {t('signIn.inviteUntil', { time: formatAbsolute(expiresAtMs) })}
      </p>
      {note === '' ? null : <p className="text-text">{note}</p>}
      <Join invite={invite} given={name} signedInAs={who.person?.name ?? null} />
    </Notice>
  );
}

interface JoinProps {
  readonly invite: string;
  /** The name that the invite gives. */
  readonly given: string | null;
  readonly signedInAs: string | null;
}

function Join({ invite, given, signedInAs }: JoinProps): ReactNode {
  const client = useQueryClient();
  const goTo = useGoTo();
  const [name, setName] = useState('');
  const id = useId();
  const asks = given === null && signedInAs === null;
  const join = useMutation({
    mutationFn: async () => {
      const body = { invite, ...(asks && { name: name.trim() }) };
      const signedIn = await callApi(peopleRoutes.useInvite, { body });
      await takeSignIn(client, signedIn);
      goTo(homeOf({ permissions: [...permissionsOf(signedIn.person.roles)] }));
    },
  });
  return (
    <form
      className="mt-3 flex flex-col items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (!join.isPending) join.mutate();
      }}
    >
      {signedInAs === null ? null : <p>{t('signIn.joinAs', { name: signedInAs })}</p>}
      {asks ? (
        <>
          <label htmlFor={id} className="text-text">
            {t('signIn.yourName')}
          </label>
          <Input
            id={id}
            value={name}
            required
            maxLength={NAME_LIMIT}
            autoComplete="nickname"
            aria-describedby={`${id}hint`}
            onChange={(event) => setName(event.target.value)}
          />
          <span id={`${id}hint`}>{t('signIn.nameHint')}</span>
        </>
      ) : null}
      {join.isError ? <FieldError id={`${id}error`}>{join.error.message}</FieldError> : null}
      <Button type="submit" variant="primary" busy={join.isPending} disabled={asks && name.trim() === ''}>
        {t('signIn.join')}
      </Button>
    </form>
  );
}
