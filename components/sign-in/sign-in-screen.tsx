'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import type { ReactNode } from 'react';
import { callApi } from '../../lib/client/api.ts';
import { peopleRoutes } from '../../lib/contracts/rest-people.ts';
import type { Who } from '../../lib/contracts/rest-who.ts';
import { NavLink } from '../layout/nav-link.tsx';
import { Page } from '../layout/page.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { Loading } from '../ui/loading.tsx';
import { Notice } from '../ui/notice.tsx';
import { t } from './sign-in-messages.ts';
import {
  askOpener,
  isFramed,
  leaveFor,
  newHandover,
  sayFault,
  SignInRefused,
  signInByWindow,
  takeLeft,
  takeSignIn,
} from './sign-in.ts';
import { useWho } from '../identity/index.ts';

/** Signing in, and the way back from the provider. */
export function SignInScreen(): ReactNode {
  const search = useSearchParams();
  const who = useWho();
  return (
    <Page crumbs={[{ label: t('signIn.signInTitle') }]}>
      <div className="min-h-0 flex-1 overflow-y-auto">
        {who === undefined ? (
          <Loading what={t('signIn.checking')} />
        ) : search.get('for') === 'frame' ? (
          <OnTheWay provider={who.provider ?? ''} />
        ) : search.get('back') === 'lost' ? (
          <Ways who={who} problem={t('signIn.lost')} />
        ) : search.get('back') === 'done' && who.person === null ? (
          <Back who={who} />
        ) : (
          <Ways who={who} problem={null} />
        )}
      </div>
    </Page>
  );
}

/** The window that a frame opened goes to the provider. */
function OnTheWay({ provider }: { readonly provider: string }): ReactNode {
  const leaving = useQuery({
    queryKey: ['sign-in', 'leaving'],
    queryFn: async () => {
      await leaveFor({ for: 'frame' }, await askOpener());
      return true;
    },
    retry: false,
    staleTime: Infinity,
  });
  if (leaving.isError)
    return (
      <Notice tone="err" role="alert" title={t('signIn.failed')}>
        {sayFault(leaving.error, provider)}
      </Notice>
    );
  return <Loading what={t('signIn.going', { provider })} />;
}

/** Back from the provider: in the frame's window there is nothing to do, else the sign-in is claimed. */
function Back({ who }: { readonly who: Who }): ReactNode {
  const claim = useQuery({
    queryKey: ['sign-in', 'claim'],
    queryFn: async ({ client }) => {
      const left = takeLeft();
      if (left === null || left.for === 'frame') {
        window.close();
        return { state: 'elsewhere' } as const;
      }
      const claimed = await callApi(peopleRoutes.claimSignIn, { body: { handover: left.handover } });
      if (claimed.state === 'refused') throw new SignInRefused(claimed.why, claimed.message);
      if (claimed.state === 'waiting') throw new Error(t('signIn.lost'));
      void takeSignIn(client, claimed);
      return claimed;
    },
    retry: false,
    staleTime: Infinity,
  });
  if (claim.isError) return <Ways who={who} problem={sayFault(claim.error, who.provider)} />;
  if (claim.data?.state !== 'elsewhere') return <Loading what={t('signIn.checking')} />;
  return <Notice title={t('signIn.closeTitle')}>{t('signIn.closeBody')}</Notice>;
}

function Ways({ who, problem }: { readonly who: Who; readonly problem: string | null }): ReactNode {
  const { accounts, provider, person } = who;
  if (!accounts)
    return (
      <Notice title={t('signIn.noAccounts')} actions={<Onward />}>
        {t('signIn.noAccountsBody')}
      </Notice>
    );
  if (person !== null)
    return (
      <Notice tone="ok" title={t('signIn.already', { name: person.name })} actions={<Onward who={who} />}>
        {person.roles.length === 0 ? t('signIn.noRoleBody') : undefined}
      </Notice>
    );
  return (
    <Notice
      title={t('signIn.signInTitle')}
      actions={provider === null ? undefined : <ProviderButton provider={provider} problem={problem} />}
    >
      {provider === null ? t('signIn.inviteOnly') : t('signIn.signInBody', { provider })}
    </Notice>
  );
}

function Onward({ who }: { readonly who?: Who }): ReactNode {
  return (
    <NavLink href={homeOf(who)} className={buttonClass({ variant: 'primary' })}>
      {t('signIn.onward')}
    </NavLink>
  );
}

/** Where somebody begins who may label and not see the library: their queues. */
export function homeOf(who: Pick<Who, 'permissions'> | undefined): string {
  const may = who?.permissions ?? [];
  return may.includes('label') && !may.includes('read') ? '/annotate' : '/';
}

interface ProviderButtonProps {
  readonly provider: string;
  readonly problem: string | null;
}

function ProviderButton({ provider, problem }: ProviderButtonProps): ReactNode {
  const client = useQueryClient();
  const signIn = useMutation({
    mutationFn: async () => {
      if (isFramed()) return takeSignIn(client, await signInByWindow());
      const handover = newHandover();
      return leaveFor({ for: 'self', handover }, handover);
    },
  });
  const said = signIn.error === null ? problem : sayFault(signIn.error, provider);
  return (
    <div className="flex flex-col items-start gap-2">
      <Button variant="primary" busy={signIn.isPending} onClick={() => signIn.mutate()}>
        {t('signIn.with', { provider })}
      </Button>
      {signIn.isPending ? (
        <p role="status" className="text-sm text-text-2">
          {t('signIn.waiting')}
        </p>
      ) : null}
      {said === null || signIn.isPending ? null : (
        <p role="alert" className="text-err text-sm">
          {t('signIn.failed')}: {said} {t('signIn.again')}.
        </p>
      )}
    </div>
  );
}
