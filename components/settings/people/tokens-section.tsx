'use client';

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { callApi } from '../../../lib/client/api.ts';
import { formatAbsolute, formatAgo } from '../../../lib/client/format.ts';
import { tokensQuery } from '../../../lib/client/queries/people.ts';
import { useNow } from '../../../lib/client/use-now.ts';
import type { Permission } from '../../../lib/contracts/people.ts';
import { peopleRoutes } from '../../../lib/contracts/rest-people.ts';
import { useWho } from '../../identity/index.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Input } from '../../ui/input.tsx';
import { Section } from '../section.tsx';
import { Listed } from './listed.tsx';
import { t } from './messages.ts';
import { SecretOnce } from './secret-once.tsx';
import { useChange } from './use-change.ts';

export function TokensSection(): ReactNode {
  const tokens = useQuery(tokensQuery());
  const now = useNow();
  const revoke = useChange((id: string) => callApi(peopleRoutes.revokeToken, { params: { id } }));
  return (
    <Section title={t('people.tokens')} hint={t('people.tokensHint')}>
      <NewToken />
      <Listed label={t('people.tokens')} query={tokens} empty={t('people.noTokens')} keyOf={({ id }) => id}>
        {({ id, name, prefix, scopes, expiresAtMs, lastUsedAtMs }) => (
          <>
            <span className="font-medium">{name}</span>
            <code className="text-text-2">{prefix}…</code>
            <span className="min-w-0 flex-1 text-text-2">
              {scopes.map((scope) => t(`people.scope.${scope}`)).join(', ')}
              {' · '}
              {t('people.until', { time: formatAbsolute(expiresAtMs) })}
              {' · '}
              {lastUsedAtMs === null
                ? t('people.unused')
                : t('people.used', { time: formatAgo(lastUsedAtMs, now) })}
            </span>
            <Button size="sm" aria-label={t('people.revokeOf', { name })} onClick={() => revoke.mutate(id)}>
              {t('people.revoke')}
            </Button>
          </>
        )}
      </Listed>
    </Section>
  );
}

function NewToken(): ReactNode {
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly Permission[]>([]);
  const offered = useWho()?.permissions ?? [];
  const create = useChange(() =>
    callApi(peopleRoutes.createToken, { body: { name: name.trim(), scopes: [...scopes] } }),
  );
  return (
    <>
      <form
        aria-label={t('people.makeToken')}
        className="flex flex-wrap items-center gap-2 border-line border-b px-3 py-2"
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate(undefined, { onSuccess: () => setName('') });
        }}
      >
        <Input
          aria-label={t('people.tokenName')}
          placeholder={t('people.tokenName')}
          maxLength={100}
          value={name}
          className="min-w-36 flex-1"
          onChange={(event) => setName(event.target.value)}
        />
        <fieldset className="flex flex-wrap gap-x-3">
          <legend className="sr-only">{t('people.scopes')}</legend>
          {offered.map((scope) => (
            <Checkbox
              key={scope}
              label={t(`people.scope.${scope}`)}
              checked={scopes.includes(scope)}
              onChange={(checked) =>
                setScopes(checked ? [...scopes, scope] : scopes.filter((other) => other !== scope))
              }
            />
          ))}
        </fieldset>
        <Button type="submit" busy={create.isPending} disabled={name.trim() === '' || scopes.length === 0}>
          {t('people.makeToken')}
        </Button>
      </form>
      {create.data === undefined ? null : (
        <SecretOnce label={t('people.secret')} value={create.data.secret} />
      )}
    </>
  );
}
