import type { Metadata } from 'next';
import { type ReactNode, Suspense } from 'react';
import { SessionScreen } from '../../../components/session/index.ts';
import { t } from '../../../lib/client/messages/english.ts';

// The address holds the key to the session: it must not leave with a link.
export const metadata: Metadata = { title: t('sessions.session'), referrer: 'no-referrer' };

interface SessionPageProps {
  readonly params: Promise<{ readonly id: string }>;
}

export default async function SessionPage({ params }: SessionPageProps): Promise<ReactNode> {
  const { id } = await params;
  const sessionId = decodeURIComponent(id);
  return (
    <Suspense>
      <SessionScreen key={sessionId} sessionId={sessionId} />
    </Suspense>
  );
}
