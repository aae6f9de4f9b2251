import { stringify } from 'yaml';
import type { DatasetCounts, DatasetFile, DatasetSpec } from '../../../lib/contracts/annotation/datasets.ts';
import { COLUMNS, FORMAT_VERSION, schemaHash } from './columns.ts';
import { featuresOf, pythonOf, splitName } from './loading.ts';

const SHAPES: Readonly<Record<DatasetSpec['shape'], string>> = {
  labels: 'a row for each thing that somebody said of a run',
  sft_openai: 'runs that people call complete, as chat messages with tool calls',
  sft_sharegpt: 'runs that people call complete, as ShareGPT turns',
  dpo: 'what should and what should not be done after the same steps',
  prm: 'runs with a label for each step, in the shape of TRL’s stepwise supervision',
};

export interface CardInput {
  readonly title: string;
  readonly spec: DatasetSpec;
  readonly counts: DatasetCounts;
  readonly files: readonly DatasetFile[];
  readonly atMs: number;
}

/** README.md as the Hub reads it: what is in the data set, how it was made, and how it loads. */
export function cardOf({ title, spec, counts, files, atMs }: CardInput): string {
  const head = {
    pretty_name: title,
    ...(spec.license !== '' && { license: spec.license }),
    tags: ['agent', 'tool-use', 'awm-studio', spec.shape],
    configs: [
      {
        config_name: 'default',
        data_files: files.map(({ name }) => ({ split: splitName(name), path: name })),
      },
    ],
    // Parquet says its types itself.
    ...(spec.format !== 'parquet' && {
      dataset_info: { config_name: 'default', features: featuresOf(spec.shape, spec.format) },
    }),
  };
  const { split } = spec;
  const lines = [
    `# ${title}`,
    `Written by AWM Studio on ${new Date(atMs).toISOString()}: ${SHAPES[spec.shape]}.`,
    ...(spec.license === '' ? ['**No licence was named.** Ask whoever made it before you use it.'] : []),
    '## Load it',
    `\`\`\`python\n${pythonOf(
      spec.shape,
      spec.format,
      files.map(({ name }) => name),
    )}\n\`\`\``,
    '## What is in it',
    table(
      ['file', 'rows', 'bytes', 'sha256'],
      files.map(({ name, rows, bytes, sha256 }) => [
        name,
        String(rows ?? ''),
        String(bytes),
        `\`${sha256}\``,
      ]),
    ),
    split === null
      ? 'It is not split.'
      : `Split by task, so that no task is in two parts: train ${String(split.train)}, validation ${String(split.validation)}, test ${String(split.test)} of the tasks by weight, seed ${String(split.seed)}. A task's part hangs on seed, scenario and index alone.`,
    `${String(counts.rows)} rows of ${String(counts.of)} that there could be. Left out:`,
    table(
      ['why', 'how many'],
      counts.left.map(({ why, count }) => [why, String(count)]),
    ),
    ...(counts.withoutTools === 0
      ? []
      : [
          `The tools of ${String(counts.withoutTools)} rows could not be told: their scenarios do not run here any more.`,
        ]),
    ...(counts.schemas.length === 0
      ? []
      : [
          'Label schemas that the rows were labelled under:',
          table(
            ['version', 'rows', 'sha256'],
            counts.schemas.map(({ version, rows, hash }) => [String(version), String(rows), `\`${hash}\``]),
          ),
        ]),
    '## How it was chosen',
    table(['option', 'value'], optionsOf(spec)),
    spec.people === 'names'
      ? 'Annotators are named.'
      : 'Annotators are pseudonyms, stable within the project; the secret that they are made with is not in the data set.',
    '## Columns',
    `Format version ${String(FORMAT_VERSION)}, schema hash \`${schemaHash(spec.shape)}\`.`,
    table(
      ['column', 'type', 'meaning'],
      COLUMNS[spec.shape].map(({ name, type, about }) => [`\`${name}\``, type, about]),
    ),
  ];
  return `---\n${stringify(head)}---\n\n${lines.join('\n\n')}\n`;
}

function optionsOf(spec: DatasetSpec): string[][] {
  const { shape, format, settled, verdictAgrees, cleanTasks, revealed, versions, neutral } = spec;
  return [
    ['shape', shape],
    ['format', format],
    ['settled', settled],
    ['verdict agrees', String(verdictAgrees)],
    ['clean tasks only', String(cleanTasks)],
    ['labels given after a reveal', revealed ? 'in' : 'left out'],
    ...(shape === 'labels' ? [['earlier versions of labels', versions ? 'in' : 'left out']] : []),
    ...(shape === 'prm' ? [['a step marked 0 is', neutral]] : []),
  ];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  if (rows.length === 0) return 'Nothing.';
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
