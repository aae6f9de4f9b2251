import type { QueryClient } from '@tanstack/react-query';
import { callApi } from '../../lib/client/api.ts';
import { forgetLastAsker } from '../../lib/client/asker.ts';
import { setBearer, tellSignIn } from '../../lib/client/bearer.ts';
import { whoRoutes } from '../../lib/contracts/rest-who.ts';
import { showToast } from '../ui/toast.ts';
import { t } from './messages.ts';

export async function signOut(client: QueryClient): Promise<void> {
  try {
    await callApi(whoRoutes.signOut, {});
    showToast({ tone: 'ok', text: t('identity.signedOut') });
  } catch (error) {
    showToast({ tone: 'err', text: error instanceof Error ? error.message : String(error) });
    return;
  }
  forgetLastAsker();
  setBearer(null);
  tellSignIn();
  // Nothing that the person saw stays.
  await client.resetQueries();
}
