/** Plausible arguments for a tool, from its JSON Schema: what a stress run sends. */

export type Random = () => number;

type Schema = Readonly<Record<string, unknown>>;

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function pick<T>(items: readonly T[], random: Random): T | undefined {
  return items[Math.floor(random() * items.length)];
}

function sampleNumber(schema: Schema, random: Random, whole: boolean): number {
  const low = typeof schema['minimum'] === 'number' ? schema['minimum'] : 1;
  const high = typeof schema['maximum'] === 'number' ? schema['maximum'] : low + 9;
  const value = low + random() * (high - low);
  return whole ? Math.round(value) : Math.round(value * 100) / 100;
}

function sampleString(schema: Schema): string {
  if (schema['format'] === 'date') return '2026-03-02';
  if (schema['format'] === 'date-time') return '2026-03-02T10:00:00';
  if (typeof schema['minLength'] === 'number') return 'sample'.padEnd(schema['minLength'], 'x');
  return 'sample';
}

/** A value that the schema allows, its examples and default first. Undefined where it says nothing. */
export function sampleValue(schema: unknown, random: Random): unknown {
  if (!isSchema(schema)) return undefined;
  if ('const' in schema) return schema['const'];
  if (Array.isArray(schema['enum'])) return pick(schema['enum'] as unknown[], random);
  if (Array.isArray(schema['examples'])) return pick(schema['examples'] as unknown[], random);
  if ('default' in schema && schema['default'] !== null) return schema['default'];
  const branches = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(branches)) return sampleValue(pick(branches as unknown[], random), random);
  switch (schema['type']) {
    case 'integer':
      return sampleNumber(schema, random, true);
    case 'number':
      return sampleNumber(schema, random, false);
    case 'string':
      return sampleString(schema);
    case 'boolean':
      return random() < 0.5;
    case 'array':
      return [sampleValue(schema['items'], random)].filter((item) => item !== undefined);
    case 'null':
      return null;
    default:
      return sampleArguments(schema, random);
  }
}

/** The required properties of an object schema. */
export function sampleArguments(schema: Schema, random: Random): Record<string, unknown> {
  const properties = isSchema(schema['properties']) ? schema['properties'] : {};
  const required = Array.isArray(schema['required']) ? (schema['required'] as unknown[]).map(String) : [];
  return Object.fromEntries(required.map((name) => [name, sampleValue(properties[name], random)]));
}
