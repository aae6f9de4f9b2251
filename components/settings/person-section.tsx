import type { ReactNode } from 'react';
import { t } from './messages.ts';
import { PersonField } from '../identity/index.ts';
import { Section } from './section.tsx';

export function PersonSection(): ReactNode {
  return (
    <Section title={t('person.title')} hint={t('settings.stored')}>
      <div className="px-3 py-2">
        <PersonField hint />
      </div>
    </Section>
  );
}
