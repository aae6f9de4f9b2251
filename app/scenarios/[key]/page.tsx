import type { Metadata } from 'next';
import { type ReactNode, Suspense } from 'react';
import { ScenarioScreen } from '../../../components/scenarios/index.ts';

interface ScenarioPageProps {
  readonly params: Promise<{ readonly key: string }>;
}

export async function generateMetadata({ params }: ScenarioPageProps): Promise<Metadata> {
  return { title: decodeURIComponent((await params).key) };
}

export default async function ScenarioPage({ params }: ScenarioPageProps): Promise<ReactNode> {
  const scenarioKey = decodeURIComponent((await params).key);
  return (
    <Suspense>
      <ScenarioScreen key={scenarioKey} scenarioKey={scenarioKey} />
    </Suspense>
  );
}
