'use client';

import { createContext, type ReactNode, useContext, useId } from 'react';
import type { GuidelineSection } from '../../../lib/contracts/annotation/label-schema.ts';
import { FieldError, Input } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';
import { t } from './messages.ts';
import type { ShownProblem } from './problems.ts';

interface Around {
  readonly problems: readonly ShownProblem[];
  readonly sections: readonly GuidelineSection[];
}

const AroundContext = createContext<Around>({ problems: [], sections: [] });
export const SchemaAround = AroundContext.Provider;

interface TextPartProps {
  readonly label: string;
  /** In the document, for what is wrong with it. */
  readonly path: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly mono?: boolean;
  readonly most?: number;
  readonly className?: string;
}

/** A text of the document with its label and what is wrong with it. */
export function TextPart(props: TextPartProps): ReactNode {
  const { label, path, value, onChange, mono = false, most = 80, className = 'flex-1 basis-32' } = props;
  const id = useId();
  const problem = useContext(AroundContext).problems.find((each) => each.path === path);
  return (
    <span className={`flex min-w-0 flex-col gap-0.5 ${className}`}>
      <label htmlFor={id} className="text-text-2 text-xs">
        {label}
      </label>
      <Input
        id={id}
        data-part={label}
        value={value}
        maxLength={most}
        className={mono ? 'font-mono' : ''}
        aria-invalid={problem?.level === 'error'}
        aria-describedby={problem === undefined ? undefined : `${id}problem`}
        onChange={(event) => onChange(event.target.value)}
      />
      {problem === undefined ? null : problem.level === 'error' ? (
        <FieldError id={`${id}problem`}>{problem.text}</FieldError>
      ) : (
        <span id={`${id}problem`} className="text-warn text-xs">
          ! {problem.text}
        </span>
      )}
    </span>
  );
}

interface ChoicePartProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly onChange: (value: T) => void;
  readonly className?: string;
}

export function ChoicePart<T extends string>(props: ChoicePartProps<T>): ReactNode {
  const { label, value, options, onChange, className = 'basis-32' } = props;
  return (
    <span className={`flex min-w-0 flex-col gap-0.5 ${className}`}>
      <span className="text-text-2 text-xs">{label}</span>
      <Select label={label} value={value} options={options} onChange={onChange} />
    </span>
  );
}

interface SectionPartProps {
  readonly path: string;
  readonly value: string | null;
  readonly onChange: (section: string | null) => void;
}

/** The section of the guidelines that tells when to choose it. */
export function SectionPart({ path, value, onChange }: SectionPartProps): ReactNode {
  const { sections, problems } = useContext(AroundContext);
  const problem = problems.find((each) => each.path === path);
  const known = value === null || sections.some(({ number }) => number === value);
  return (
    <span className="flex min-w-0 flex-col gap-0.5 basis-40">
      <ChoicePart
        label={t('labelSchema.section')}
        className=""
        value={value ?? ''}
        options={[
          { value: '', label: t('labelSchema.noSection') },
          ...(known ? [] : [{ value, label: value }]),
          ...sections.map(({ number, title }) => ({ value: number, label: `${number} ${title}` })),
        ]}
        onChange={(section) => onChange(section === '' ? null : section)}
      />
      {problem === undefined ? null : <span className="text-warn text-xs">! {problem.text}</span>}
    </span>
  );
}

interface NamePartProps {
  readonly path: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** The stable name, by which labels hold it. */
export function NamePart({ path, value, onChange }: NamePartProps): ReactNode {
  return (
    <TextPart label={t('labelSchema.name')} path={path} value={value} mono most={40} onChange={onChange} />
  );
}
