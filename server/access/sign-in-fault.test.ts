import { expect, it } from 'vitest';
import type { AppError } from '../../lib/contracts/errors.ts';
import { Provider } from './provider.ts';
import { faultOf } from './sign-in-fault.ts';

it('says of a provider that does not answer that it does not, and asks again the next time', async () => {
  const provider = new Provider({
    issuer: 'http://127.0.0.1:1',
    clientId: 'studio',
    clientSecret: 's',
    scopes: 'openid',
    name: 'Example',
    roles: [],
    allow: [],
    admin: null,
  });
  for (let time = 0; time < 2; time += 1) {
    const error = await provider.begin('http://127.0.0.1:2/back').catch((why: unknown) => why as AppError);
    expect(error).toMatchObject({ code: 'sign_in_failed' });
    expect((error as AppError).message).toContain('Example does not answer this server');
    expect(faultOf(error as AppError)).toBe('unreachable');
  }
});
