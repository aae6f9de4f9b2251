'use client';

import { Fragment, type ReactNode } from 'react';
import { useKeyLabel } from '../../../../lib/client/keys/index.ts';
import type { GuidelineSection } from '../../../../lib/contracts/annotation/label-schema.ts';
import { UrlLink } from '../../../layout/url-link.tsx';
import { Button } from '../../../ui/button.tsx';
import { replaceUrl } from '../../../layout/url-link.tsx';
import { t } from '../messages.ts';
import { useItem, useLabel, useView } from '../use-item.ts';

/** The section that belongs to what was touched last, else to the chosen outcome, else the first. */
export function GuideFoot(): ReactNode {
  const { assignment } = useItem();
  const touched = useView((view) => view.section);
  const outcome = useLabel((doc) => doc.outcome);
  const key = useKeyLabel('label.guide');
  const { sections } = assignment.guidelines;
  const option = assignment.schema.doc.outcomes.find(({ value }) => value === outcome);
  const number = touched ?? option?.section ?? null;
  const section = sections.find((one) => one.number === number) ?? sections[0];
  const example = [...assignment.schema.doc.outcomes, ...assignment.schema.doc.tags].find(
    (one) => one.section === section?.number && one.example !== '',
  )?.example;
  return (
    <div
      tabIndex={0}
      role="group"
      aria-label={t('labelling.guide')}
      className="min-h-24 flex-1 overflow-y-auto border-line border-t bg-bg px-4 py-2 text-sm outline-offset-[-2px]"
    >
      {section === undefined ? (
        <p className="text-text-2">{t('labelling.noGuidelines')}</p>
      ) : (
        <>
          <div className="flex min-h-6 items-center gap-1.5">
            <b className="font-medium">
              {t('labelling.guideline', { number: section.number, title: section.title })}
            </b>
            <UrlLink
              set={{ guide: 'all' }}
              aria-keyshortcuts={key?.aria}
              className="ml-auto whitespace-nowrap text-accent"
            >
              {t('labelling.allSections', { count: sections.length })}
            </UrlLink>
          </div>
          <SectionText section={section} examples={false} />
          {example === undefined ? null : (
            <p className="mt-1 text-text-2">
              <b className="font-medium">{t('labelling.example')}:</b> {example}
            </p>
          )}
        </>
      )}
    </div>
  );
}

/** All sections, in place of the form. */
export function GuideAll({ onClose }: { readonly onClose?: () => void }): ReactNode {
  const { sections } = useItem().assignment.guidelines;
  return (
    <div className="flex min-h-0 flex-1 flex-col bg-surface" data-guide="all">
      {onClose === undefined ? null : (
        <div className="flex h-9 shrink-0 items-center border-line border-b px-4">
          <h2 className="font-semibold">{t('labelling.allSections', { count: sections.length })}</h2>
          <Button size="sm" className="ml-auto" autoFocus onClick={onClose}>
            {t('labelling.close')}
          </Button>
        </div>
      )}
      <div
        tabIndex={0}
        role="group"
        aria-label={t('labelling.guide')}
        className="min-h-0 flex-1 overflow-y-auto px-4 py-2 text-sm outline-offset-[-2px]"
      >
        {sections.length === 0 ? <p className="text-text-2">{t('labelling.noGuidelines')}</p> : null}
        {sections.map((section) => (
          <section key={section.number} className="mb-4">
            <h2 className="font-semibold">
              {section.number} {section.title}
            </h2>
            <SectionText section={section} examples />
          </section>
        ))}
      </div>
    </div>
  );
}

export function closeGuide(): void {
  replaceUrl({ guide: null });
}

interface SectionTextProps {
  readonly section: GuidelineSection;
  readonly examples: boolean;
}

function SectionText({ section, examples }: SectionTextProps): ReactNode {
  return (
    <>
      {section.body.split(/\n\s*\n/).map((paragraph, index) => (
        <p key={index} className="mt-[3px] text-text-2 leading-[18px] whitespace-pre-line">
          {bold(paragraph)}
        </p>
      ))}
      {examples && section.examples.length > 0 ? (
        <ul className="mt-1 list-disc pl-5 text-text-2">
          {section.examples.map((example, index) => (
            <li key={index}>{bold(example)}</li>
          ))}
        </ul>
      ) : null}
    </>
  );
}

function bold(text: string): ReactNode {
  return text.split('**').map((part, index) =>
    index % 2 === 1 ? (
      <b key={index} className="font-semibold text-text">
        {part}
      </b>
    ) : (
      <Fragment key={index}>{part}</Fragment>
    ),
  );
}
