'use client';

import type { ReactNode } from 'react';
import { FailedScreen } from '../components/layout/failed-screen.tsx';

interface FailureProps {
  readonly error: Error;
  readonly reset: () => void;
}

export default function Failure({ error, reset }: FailureProps): ReactNode {
  return <FailedScreen error={error} onRetry={reset} />;
}
