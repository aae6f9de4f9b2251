import { createContext, useContext, type ComponentType } from 'react';
import { t } from './messages.ts';
import type {
  Draft,
  DraftError,
  DraftPath,
  FieldError,
  FieldNode,
  SchemaForm,
} from '../../lib/schema-form/index.ts';
import type { Place } from './place.ts';

export interface HelpProps {
  /** The argument's own name: `wallet_id`. */
  readonly name: string;
  readonly node: FieldNode;
  /** As typed; null where nothing is. */
  readonly text: string | null;
  readonly onPick: (text: string) => void;
}

/** What the session knows beside the schema: which row an id stands for, which values a column takes. */
export interface FieldHelp {
  /** At the right end of the field. */
  readonly Trailing: ComponentType<HelpProps>;
  /** Beside the field; nothing where it has nothing to say. */
  readonly Hint: ComponentType<HelpProps>;
}

/** What stays the same while somebody types, so that only what changed is drawn again. */
interface FormContextValue {
  readonly form: SchemaForm;
  /** Of the elements' ids: one place's id is this and its path. */
  readonly prefix: string;
  readonly change: (path: DraftPath, change: (draft: Draft) => Draft) => void;
  readonly help: FieldHelp | null;
  /** Draws what is inside a field; handed down, as rows hold rows. */
  readonly Nest: ComponentType<{ readonly place: Place }>;
}

export const FormContext = createContext<FormContextValue | null>(null);

export function useForm(): FormContextValue {
  const value = useContext(FormContext);
  if (value === null) throw new Error('outside of a form');
  return value;
}

interface ErrorsContextValue {
  readonly errors: ReadonlyMap<DraftPath, DraftError>;
  /** What was not touched is complained about only after an attempt to send. */
  readonly attempted: boolean;
}

export const ErrorsContext = createContext<ErrorsContextValue>({ errors: new Map(), attempted: false });

/** What is to be said at a place; the second path is that of the branch chosen there. */
export function useFieldError(path: DraftPath, innerPath: DraftPath): FieldError | null {
  const { errors, attempted } = useContext(ErrorsContext);
  const found = errors.get(path) ?? errors.get(innerPath);
  return found === undefined || (found.untouched && !attempted) ? null : found.error;
}

export function errorText({ code, values }: FieldError): string {
  return t(`form.error.${code}`, values);
}
