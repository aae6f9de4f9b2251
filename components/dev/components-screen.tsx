'use client';

import { type ReactNode, useState } from 'react';
import { t } from './messages.ts';
import { Page } from '../layout/page.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { ChoiceSection, FieldSection } from './field-sections.tsx';
import { ButtonSection, MarkSection, PillSection } from './mark-sections.tsx';
import { OverlaySection } from './overlay-section.tsx';
import { FeedbackSection, StateSections } from './state-sections.tsx';
import { FoldSection, TableSection, TypeSection } from './table-section.tsx';

type Density = 'compact' | 'default' | 'comfortable';

/** Every primitive in every state, for eyes, tests and pictures. The theme is the top bar's. */
export function ComponentsScreen(): ReactNode {
  const [density, setDensity] = useState<Density>('default');
  return (
    <Page crumbs={[{ label: t('dev.title') }]}>
      {/* The tokens of a density apply to whatever bears its name. */}
      <div data-density={density} className="min-h-0 flex-1 overflow-y-auto bg-bg text-md text-text">
        <div className="mx-auto grid max-w-[1440px] grid-cols-1 gap-4 p-3 md:grid-cols-2 md:p-6 lg:grid-cols-4">
          <div className="col-span-full flex flex-wrap items-center gap-3">
            <p className="min-w-0 flex-1 basis-60 text-text-2">{t('dev.note')}</p>
            <Segmented
              label={t('dev.density')}
              value={density}
              onChange={setDensity}
              segments={[
                { value: 'compact', label: t('dev.compact') },
                { value: 'default', label: t('dev.default') },
                { value: 'comfortable', label: t('dev.comfortable') },
              ]}
            />
          </div>
          <ButtonSection />
          <FieldSection />
          <ChoiceSection />
          <PillSection />
          <MarkSection />
          <OverlaySection />
          <FeedbackSection />
          <TypeSection />
          <TableSection />
          <FoldSection />
          <StateSections />
        </div>
      </div>
    </Page>
  );
}
