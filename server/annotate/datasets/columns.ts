import { hash } from 'node:crypto';
import type { DatasetShape } from '../../../lib/contracts/annotation/datasets.ts';

/**
 * The columns of exported labels. Names, types and meanings stay as they are: columns are only added, at the end, and a change of
 * any other kind is another version. docs/label-export.md is made of this.
 */
export const FORMAT_VERSION = 1;

/**
 * int: 64 bits. list: of texts. ints, flags: lists. messages: chat messages; turns: ShareGPT's. time: UTC, ISO 8601. json: JSON text,
 * which `datasets` reads as what it says.
 */
export type ColumnType =
  'text' | 'int' | 'real' | 'flag' | 'time' | 'list' | 'ints' | 'flags' | 'messages' | 'turns' | 'json';

export interface Column {
  readonly name: string;
  readonly type: ColumnType;
  readonly about: string;
}

const column = (name: string, type: ColumnType, about: string): Column => ({ name, type, about });

/** Where a run comes from. */
const RUN: readonly Column[] = [
  column('scenario', 'text', 'key of the scenario'),
  column('task_idx', 'int', 'index of the task'),
  column('task', 'text', 'text of the task'),
  column('pack', 'text', 'pack that the scenario came from'),
  column('pack_hash', 'text', 'sha256 over the scenario’s code, schema and seed as the run was played with'),
  column('verdict', 'text', 'what the code verifier said of its end'),
  column('verifier_hash', 'text', 'sha256 of the code verifier that said so'),
  column('run', 'text', 'id of the run'),
  column('experiment', 'text', 'as given at reset'),
  column('policy', 'text', 'as given at reset'),
  column('checkpoint', 'text', 'as given at reset'),
  column('train_step', 'int', 'as given at reset'),
  column('actor', 'text', 'human, agent or unnamed client'),
  column('origin', 'text', 'played, fork, what_if, imported or pulled'),
];

const LONG: readonly Column[] = [
  column('row_id', 'text', 'unique and stable: the same label gives the same id in every export'),
  column('kind', 'text', 'outcome, step, first_error, tag, confidence, rationale, field, preference or flag'),
  column('key', 'text', 'step: its number; tag, field: its name; else empty'),
  column(
    'value',
    'text',
    'as the schema names it; step: -1, 0 or 1; first_error: a step or none; preference: a, b or tie',
  ),
  column('value_label', 'text', 'the words for it in the version of the schema that it was given under'),
  column('value_number', 'real', 'of steps, first errors and numeric fields; else null'),
  column('means', 'text', 'outcome: complete, incomplete, agent_error or server_error'),
  column('severity', 'text', 'of a tag'),
  column(
    'mark_source',
    'text',
    'step: own, bulk (all unmarked at once) or inherited; first_error: own or proposed',
  ),
  column('source', 'text', 'submission: an annotator’s label; decision: what an adjudicator settled'),
  column(
    'settled',
    'text',
    'agreed, single, disputed; upheld or overruled by a decision; decided; empty for free text',
  ),
  column('annotator', 'text', 'name or pseudonym'),
  column('label_id', 'text', 'id of the submission or decision'),
  column('label_version', 'int', 'versions of one person’s label of one item'),
  column('current', 'flag', 'the last one of these'),
  column('copied', 'flag', 'given for another run with the same calls and answers'),
  column('revealed', 'flag', 'verdict and labels were looked at before'),
  column('schema_version', 'int', 'of the label schema that it was given under'),
  column('schema_hash', 'text', 'sha256 of that version of the label schema'),
  column('guidelines_version', 'int', 'of the guidelines that it was given under'),
  column('labelled_at', 'time', 'when it was submitted or decided'),
  column('active_s', 'real', 'seconds in which the annotator did something on the item'),
  column('project', 'text', 'id'),
  column('queue', 'text', 'id'),
  column('queue_kind', 'text', 'label, onboarding, preference, fix or relabel'),
  column('item', 'text', 'id'),
  column('item_kind', 'text', 'work, gold or repeat (the same person’s own item again)'),
  column('other_run', 'text', 'preference: the second run'),
  ...RUN,
  column('run_group', 'text', 'as given at reset'),
  column('split', 'text', 'train, validation or test; by task'),
  column('format_version', 'int', 'of this table'),
];

/** Provenance that every row of the nested shapes carries. */
const LABEL: readonly Column[] = [
  column('outcome', 'text', 'people’s word: as the schema names it'),
  column(
    'label_source',
    'text',
    'decided, agreed or single; with ` copied` behind it where it was given for an identical run',
  ),
  column('annotators', 'list', 'names or pseudonyms'),
  column('label_ids', 'list', 'ids of the submissions and the decision'),
  column('schema_versions', 'ints', 'of the label schema'),
  column('guidelines_versions', 'ints', 'of the guidelines'),
  column('revealed', 'flag', 'somebody looked at verdict and labels before'),
  column('split', 'text', 'train, validation or test; by task'),
  column('format_version', 'int', 'of this shape'),
];

const TOOLS = column(
  'tools',
  'json',
  'the scenario’s tools: a list of {type: function, function: {name, description, parameters}}; null where not known',
);

const side = (name: 'chosen' | 'rejected'): Column[] => [
  column(`${name}_run`, 'text', 'id of the run'),
  column(`${name}_seq`, 'int', 'step of that run where the two part; null: whole runs'),
  column(`${name}_verdict`, 'text', 'what the code verifier said of its end'),
  column(`${name}_verifier_hash`, 'text', 'sha256 of that verifier'),
  column(`${name}_label`, 'text', 'people’s word on the run'),
  column(`${name}_experiment`, 'text', 'as given at reset'),
  column(`${name}_policy`, 'text', 'as given at reset'),
  column(`${name}_checkpoint`, 'text', 'as given at reset'),
  column(`${name}_train_step`, 'int', 'as given at reset'),
  column(`${name}_origin`, 'text', 'played, fork, what_if, imported or pulled'),
];

export const COLUMNS: Readonly<Record<DatasetShape, readonly Column[]>> = {
  labels: LONG,
  sft_openai: [
    column('messages', 'messages', 'chat messages with tool calls, as OpenAI’s API and TRL have them'),
    TOOLS,
    ...RUN,
    ...LABEL,
  ],
  sft_sharegpt: [
    column('conversations', 'turns', 'turns of human, function_call, observation and gpt'),
    column('system', 'text', 'of the agent’s log where one is attached; else empty'),
    TOOLS,
    ...RUN,
    ...LABEL,
  ],
  dpo: [
    column('prompt', 'messages', 'task and shared steps'),
    column('chosen', 'messages', 'what should be done next'),
    column('rejected', 'messages', 'what should not'),
    TOOLS,
    column('proof', 'text', 'verifier: a pass and a fail; fix: a certified fork; people: a preference'),
    column('shared_calls', 'int', 'calls that both share'),
    column('pair_set', 'text', 'id of the pair set'),
    column('scenario', 'text', 'key of the scenario'),
    column('task_idx', 'int', 'index of the task'),
    column('task', 'text', 'text of the task'),
    column('pack', 'text', 'pack that the scenario came from'),
    column('pack_hash', 'text', 'sha256 over the scenario’s code, schema and seed'),
    ...side('chosen'),
    ...side('rejected'),
    ...LABEL.filter(({ name }) => name !== 'outcome'),
  ],
  prm: [
    column('prompt', 'text', 'the task'),
    column('completions', 'list', 'steps, one text each: the agent’s words, then the call as JSON'),
    column('labels', 'flags', 'whether each is right'),
    column('observations', 'list', 'what each was answered'),
    column('step_labels', 'ints', '-1, 0 or 1 as marked'),
    column(
      'mark_sources',
      'list',
      'own, bulk, inherited, decided, or first_error where only the first error was given',
    ),
    column('seqs', 'ints', 'their numbers in the run'),
    column(
      'whole',
      'flag',
      'all steps of the run; else it was cut before the first that is not marked or disputed',
    ),
    TOOLS,
    ...RUN,
    ...LABEL,
  ],
};

/** Over version, names and types: equal for files that load together. */
export function schemaHash(shape: DatasetShape): string {
  const columns = COLUMNS[shape].map(({ name, type }) => [name, type]);
  return hash('sha256', JSON.stringify([FORMAT_VERSION, shape, columns]), 'hex');
}
