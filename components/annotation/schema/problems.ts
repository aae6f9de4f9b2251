import {
  labelSchemaDocSchema,
  type GuidelinesDoc,
  type LabelSchemaDoc,
} from '../../../lib/contracts/annotation/label-schema.ts';
import { checkLabelSchema, type DocumentProblem } from '../../../lib/domain/labels/index.ts';
import { t } from './messages.ts';

export interface ShownProblem {
  /** `tags.2.key` */
  readonly path: string;
  readonly level: 'error' | 'warning';
  readonly text: string;
}

/** All that is wrong with a schema, in the page's language. */
export function problemsOf(doc: LabelSchemaDoc, guidelines: GuidelinesDoc): readonly ShownProblem[] {
  const parsed = labelSchemaDocSchema.safeParse(doc);
  if (!parsed.success)
    return parsed.error.issues.map(({ path }) => ({
      path: path.join('.'),
      level: 'error',
      text: shapeWords(String(path.at(-1) ?? '')),
    }));
  return checkLabelSchema(parsed.data, guidelines).map((problem) => ({
    path: problem.path.join('.'),
    level: problem.level,
    text: problemWords(problem),
  }));
}

export function problemWords({ code, name }: Pick<DocumentProblem, 'code' | 'name'>): string {
  return t(`labelSchema.problems.${code}`, { name });
}

function shapeWords(key: string): string {
  switch (key) {
    case 'value':
    case 'id':
      return t('labelSchema.shape.name');
    case 'label':
    case 'question':
      return t('labelSchema.shape.label');
    case 'key':
      return t('labelSchema.shape.key');
    case 'outcomes':
      return t('labelSchema.shape.outcomes');
    case 'options':
      return t('labelSchema.shape.options');
    default:
      return t('labelSchema.shape.other');
  }
}
