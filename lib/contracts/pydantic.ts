import { pythonRepr, pythonStr, pythonTypeName } from '../util/python-repr.ts';

/**
 * Validation errors in the shape of pydantic 2.12's `ValidationError.errors()`: clients of the OpenEnv protocol read
 * them. Only the error types that the wire's messages can raise are here.
 */
export interface PydanticError {
  readonly type: string;
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly input: unknown;
  readonly ctx?: Readonly<Record<string, unknown>>;
  readonly url: string;
}

export type JsonObject = Readonly<Record<string, unknown>>;
type Loc = readonly (string | number)[];

/** Thrown by the contracts' parsers; `model` is the pydantic model's name, as its message shows it. */
export class PydanticValidationError extends Error {
  readonly errors: readonly PydanticError[];

  constructor(model: string, errors: readonly PydanticError[]) {
    super(describe(model, errors));
    this.name = 'PydanticValidationError';
    this.errors = errors;
  }
}

/** True for what `json.loads` gives as a dict. */
export function isJsonObject(value: unknown): value is JsonObject {
  return pythonTypeName(value) === 'dict';
}

function make(type: string, loc: Loc, msg: string, input: unknown, ctx?: JsonObject): PydanticError {
  const url = `https://errors.pydantic.dev/2.12/v/${type}`;
  return ctx === undefined ? { type, loc, msg, input, url } : { type, loc, msg, input, ctx, url };
}

export const pydantic = {
  missing: (loc: Loc, parent: unknown) => make('missing', loc, 'Field required', parent),
  extra: (loc: Loc, input: unknown) => make('extra_forbidden', loc, 'Extra inputs are not permitted', input),
  dict: (loc: Loc, input: unknown) => make('dict_type', loc, 'Input should be a valid dictionary', input),
  string: (loc: Loc, input: unknown) => make('string_type', loc, 'Input should be a valid string', input),
  integer: (loc: Loc, input: unknown) => make('int_type', loc, 'Input should be a valid integer', input),
  fractional: (loc: Loc, input: unknown) =>
    make(
      'int_from_float',
      loc,
      'Input should be a valid integer, got a number with a fractional part',
      input,
    ),
  literal: (loc: Loc, input: unknown, expected: string) =>
    make('literal_error', loc, `Input should be '${expected}'`, input, { expected: `'${expected}'` }),
  noTag: (input: unknown) =>
    make('union_tag_not_found', [], "Unable to extract tag using discriminator 'type'", input, {
      discriminator: "'type'",
    }),
  badTag: (input: unknown, tag: unknown, expected: readonly string[]) => {
    const shown = pythonStr(tag);
    const tags = expected.map((name) => `'${name}'`).join(', ');
    return make(
      'union_tag_invalid',
      [],
      `Input tag '${shown}' found using 'type' does not match any of the expected tags: ${tags}`,
      input,
      { discriminator: "'type'", tag: shown, expected_tags: tags },
    );
  },
} as const;

/** Errors for the keys of `value` that are not in `known`, in the order in which they were sent. */
export function extras(value: JsonObject, known: readonly string[], prefix: Loc = []): PydanticError[] {
  return Object.entries(value)
    .filter(([key]) => !known.includes(key))
    .map(([key, input]) => pydantic.extra([...prefix, key], input));
}

/** What `str()` of the exception gives. */
function describe(model: string, errors: readonly PydanticError[]): string {
  const head = `${errors.length} validation error${errors.length === 1 ? '' : 's'} for ${model}`;
  const lines = errors.map((error) => {
    const place = error.loc.length === 0 ? '' : `${error.loc.join('.')}\n`;
    const input = `input_value=${shorten(pythonRepr(error.input))}, input_type=${pythonTypeName(error.input)}`;
    return `${place}  ${error.msg} [type=${error.type}, ${input}]\n    For further information visit ${error.url}`;
  });
  return [head, ...lines].join('\n');
}

/** Pydantic shows 25 characters of each end of a long input. */
function shorten(text: string): string {
  const chars = Array.from(text);
  if (chars.length <= 50) return text;
  return `${chars.slice(0, 25).join('')}...${chars.slice(-24).join('')}`;
}
