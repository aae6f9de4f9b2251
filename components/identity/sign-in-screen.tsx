'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import type { ReactNode } from 'react';
import { callApi } from '../../lib/client/api.ts';
import { peopleRoutes, type Who } from '../../lib/contracts/rest-people.ts';
import { NavLink } from '../layout/nav-link.tsx';
import { Page } from '../layout/page.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { Loading } from '../ui/loading.tsx';
import { Notice } from '../ui/notice.tsx';
import { t } from './messages.ts';
import {
  askOpener,
  isFramed,
  leaveFor,
  newHandover,
  signInByWindow,
  takeLeft,
  takeSignIn,
} from './sign-in.ts';
import { useWho } from './use-who.ts';

/** Signing in, and the way back from the provider. */
export function SignInScreen(): ReactNode {
  const search = useSearchParams();
  const who = useWho();
  return (
    <Page crumbs={[{ label: t('identity.signInTitle') }]}>
      <div className="min-h-0 flex-1 overflow-y-auto">
        {who === undefined ? (
          <Loading what={t('identity.checking')} />
        ) : search.get('for') === 'frame' ? (
          <OnTheWay provider={who.provider ?? ''} />
        ) : search.get('back') === 'lost' ? (
          <Ways who={who} problem={t('identity.lost')} />
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
      <Notice tone="err" role="alert" title={t('identity.failed')}>
        {leaving.error.message}
      </Notice>
    );
  return <Loading what={t('identity.going', { provider })} />;
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
      if (claimed.state === 'refused') throw new Error(claimed.message);
      if (claimed.state === 'waiting') throw new Error(t('identity.lost'));
      void takeSignIn(client, claimed);
      return claimed;
    },
    retry: false,
    staleTime: Infinity,
  });
  if (claim.isError) return <Ways who={who} problem={claim.error.message} />;
  if (claim.data?.state !== 'elsewhere') return <Loading what={t('identity.checking')} />;
  return <Notice title={t('identity.closeTitle')}>{t('identity.closeBody')}</Notice>;
}

function Ways({ who, problem }: { readonly who: Who; readonly problem: string | null }): ReactNode {
  const { accounts, provider, person } = who;
  if (!accounts)
    return (
      <Notice title={t('identity.noAccounts')} actions={<Onward />}>
        {t('identity.noAccountsBody')}
      </Notice>
    );
  if (person !== null)
    return (
      <Notice tone="ok" title={t('identity.already', { name: person.name })} actions={<Onward who={who} />}>
        {person.roles.length === 0 ? t('identity.noRoleBody') : undefined}
      </Notice>
    );
  return (
    <Notice
      title={t('identity.signInTitle')}
      actions={provider === null ? undefined : <ProviderButton provider={provider} problem={problem} />}
    >
      {provider === null ? t('identity.inviteOnly') : t('identity.signInBody', { provider })}
    </Notice>
  );
}

function Onward({ who }: { readonly who?: Who }): ReactNode {
  return (
    <NavLink href={homeOf(who)} className={buttonClass({ variant: 'primary' })}>
      {t('identity.onward')}
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
  const said = signIn.error?.message ?? problem;
  return (
    <div className="flex flex-col items-start gap-2">
      <Button variant="primary" busy={signIn.isPending} onClick={() => signIn.mutate()}>
        {t('identity.with', { provider })}
      </Button>
      {signIn.isPending ? (
        <p role="status" className="text-sm text-text-2">
          {t('identity.waiting')}
        </p>
      ) : null}
      {said === null || signIn.isPending ? null : (
        <p role="alert" className="text-err text-sm">
          {t('identity.failed')}: {said} {t('identity.again')}.
        </p>
      )}
    </div>
  );
}
