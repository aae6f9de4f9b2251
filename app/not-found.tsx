import type { ReactNode } from 'react';
import { NotFoundScreen } from '../components/layout/not-found-screen.tsx';

export default function NotFound(): ReactNode {
  return <NotFoundScreen />;
}
