import type { DatasetFormat, DatasetShape } from '../../../lib/contracts/annotation/datasets.ts';
import { COLUMNS, type ColumnType } from './columns.ts';

/** How files of an export load: the types of their columns, as Python and as the head of a card. */

/** A type of `datasets`: its name, a list, or a struct. */
type Feature = string | { readonly list: Feature } | { readonly struct: Readonly<Record<string, Feature>> };

const list = (item: Feature): Feature => ({ list: item });

const FEATURES: Readonly<Record<ColumnType, Feature>> = {
  text: 'string',
  time: 'string',
  int: 'int64',
  real: 'float64',
  flag: 'bool',
  list: list('string'),
  ints: list('int64'),
  flags: list('bool'),
  json: 'json',
  messages: list({
    struct: {
      role: 'string',
      content: 'string',
      reasoning_content: 'string',
      tool_calls: list({
        struct: {
          id: 'string',
          type: 'string',
          // Text in the file, as OpenAI has it; an object once it is read, as chat templates want it.
          function: { struct: { name: 'string', arguments: 'json' } },
        },
      }),
      tool_call_id: 'string',
      name: 'string',
    },
  }),
  turns: list({ struct: { from: 'string', value: 'string', thought: 'string' } }),
};

const LOADER: Readonly<Record<DatasetFormat, string>> = { jsonl: 'json', csv: 'csv', parquet: 'parquet' };

function featureOf(type: ColumnType, format: DatasetFormat): Feature {
  // pandas, which reads CSV there, has no whole number for an empty cell.
  return FEATURES[format === 'csv' && type === 'int' ? 'real' : type];
}

/**
 * Python that loads the files. Types are said, so that a column which is empty at first, or in one of the files, is not taken
 * for another.
 */
export function pythonOf(shape: DatasetShape, format: DatasetFormat, files: readonly string[]): string {
  const data = files.map((file) => `"${splitName(file)}": "${file}"`).join(', ');
  if (format === 'parquet')
    return `from datasets import load_dataset; ds = load_dataset("parquet", data_files={${data}})`;
  const types = COLUMNS[shape].map(({ name, type }) => `"${name}": ${inPython(featureOf(type, format))}`);
  const features = `Features({${types.join(', ')}})`;
  const names = ['Features', 'Json', 'List', 'Value'].filter((name) => features.includes(`${name}(`));
  return (
    `from datasets import ${names.join(', ')}, load_dataset; ` +
    `ds = load_dataset("${LOADER[format]}", data_files={${data}}, features=${features})`
  );
}

function inPython(feature: Feature): string {
  if (typeof feature === 'string') return feature === 'json' ? 'Json()' : `Value("${feature}")`;
  if ('list' in feature) return `List(${inPython(feature.list)})`;
  const fields = Object.entries(feature.struct).map(([name, field]) => `"${name}": ${inPython(field)}`);
  return `{${fields.join(', ')}}`;
}

/** For the head of a card: `load_dataset` of the folder, or of the data set on the Hub, then knows the types. */
export function featuresOf(shape: DatasetShape, format: DatasetFormat): readonly object[] {
  return COLUMNS[shape].map(({ name, type }) => ({ name, ...inCard(featureOf(type, format)) }));
}

function inCard(feature: Feature): object {
  if (typeof feature === 'string') return { dtype: feature };
  if ('struct' in feature)
    return {
      struct: Object.entries(feature.struct).map(([name, field]) => ({ name, ...inCard(field) })),
    };
  const { list: item } = feature;
  if (typeof item === 'string') return { list: item };
  return {
    list:
      'struct' in item
        ? Object.entries(item.struct).map(([name, field]) => ({ name, ...inCard(field) }))
        : inCard(item),
  };
}

export function splitName(file: string): string {
  return file.replace(/^data\//, '').replace(/[-.].*$/, '');
}
