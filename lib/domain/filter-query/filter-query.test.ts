import { describe, expect, it } from 'vitest';
import {
  applyFilter,
  countFacets,
  type FilterList,
  nextSort,
  parseFilter,
  problemsOf,
  setField,
  stringifyFilter,
  suggestFilter,
  toggleValue,
} from './index.ts';

interface Fruit {
  readonly name: string;
  readonly size: number | null;
  readonly colours: readonly string[];
}

const LIST: FilterList<Fruit> = {
  fields: [
    { kind: 'number', name: 'size', read: (fruit) => fruit.size },
    {
      kind: 'choice',
      name: 'colour',
      values: ['red', 'green', 'dark-blue'],
      read: (fruit) => fruit.colours,
    },
    { kind: 'text', name: 'name', read: (fruit) => fruit.name, known: ['Apple', 'Sour cherry'] },
    { kind: 'number', name: 'pass.agent', read: () => 50 },
  ],
  sorts: [
    { name: 'name', read: (fruit) => fruit.name },
    { name: 'size', read: (fruit) => fruit.size },
  ],
  text: (fruit) => `${fruit.name} ${fruit.colours.join(' ')}`.toLowerCase(),
  title: (fruit) => fruit.name.toLowerCase(),
};

const FRUITS: readonly Fruit[] = [
  { name: 'Apple', size: 7, colours: ['red', 'green'] },
  { name: 'Sour cherry', size: 2, colours: ['red'] },
  { name: 'Grape', size: null, colours: ['green', 'dark-blue'] },
  { name: 'Melon', size: 30, colours: ['green'] },
  { name: 'Green plum', size: 5, colours: ['green'] },
];

function names(query: string): string[] {
  return applyFilter(FRUITS, parseFilter(query, LIST), LIST).map(({ name }) => name);
}

describe('matching', () => {
  it.each([
    ['', ['Apple', 'Sour cherry', 'Grape', 'Melon', 'Green plum']],
    ['size>7', ['Melon']],
    ['size>=7', ['Apple', 'Melon']],
    ['size<5', ['Sour cherry']],
    ['size<=5', ['Sour cherry', 'Green plum']],
    ['size:5', ['Green plum']],
    ['size=5', ['Green plum']],
    ['size:2..7', ['Apple', 'Sour cherry', 'Green plum']],
    ['size:6..', ['Apple', 'Melon']],
    ['size:..6', ['Sour cherry', 'Green plum']],
    ['-size>=7', ['Sour cherry', 'Grape', 'Green plum']],
    ['colour:red', ['Apple', 'Sour cherry']],
    ['colour:dark-blue,red', ['Apple', 'Sour cherry', 'Grape']],
    ['colour:RED', ['Apple', 'Sour cherry']],
    ['-colour:green', ['Sour cherry']],
    ['colour:red colour:green', ['Apple']],
    ['name:"sour ch"', ['Sour cherry']],
    ['NAME:apple', ['Apple']],
    ['"sour cherry"', ['Sour cherry']],
    ['"cherry sour"', []],
    ['-red -plum', ['Grape', 'Melon']],
    ['green', ['Green plum', 'Apple', 'Grape', 'Melon']],
    ['sort:size', ['Melon', 'Apple', 'Green plum', 'Sour cherry', 'Grape']],
    ['sort:-size', ['Sour cherry', 'Green plum', 'Apple', 'Melon', 'Grape']],
    ['sort:name colour:red', ['Apple', 'Sour cherry']],
    ['pass.agent>40 size>20', ['Melon']],
    ['-', ['Grape']],
  ])('%s', (query, expected) => {
    expect(names(query)).toEqual(expected);
  });

  it('a time of day, a URL’s rest and a lone quote are text', () => {
    for (const query of ['9:30', '//x:1', '"open']) {
      const [token] = parseFilter(query, LIST);
      expect(token).toMatchObject({ field: null, condition: { kind: 'text' } });
    }
  });
});

describe('problems', () => {
  it.each([
    [
      'bogus:1',
      { code: 'unknown_field', field: 'bogus', possible: ['size', 'colour', 'name', 'pass.agent', 'sort'] },
    ],
    ['size>big', { code: 'not_a_number', field: 'size', value: 'big' }],
    ['size:..', { code: 'not_a_number', field: 'size', value: '..' }],
    [
      'colour:pink',
      { code: 'unknown_value', field: 'colour', value: 'pink', possible: ['red', 'green', 'dark-blue'] },
    ],
    [
      'colour:red,pink',
      { code: 'unknown_value', field: 'colour', value: 'pink', possible: ['red', 'green', 'dark-blue'] },
    ],
    ['colour>red', { code: 'not_comparable', field: 'colour' }],
    ['colour:', { code: 'no_value', field: 'colour', possible: ['red', 'green', 'dark-blue'] }],
    ['sort:weight', { code: 'unknown_value', field: 'sort', value: 'weight', possible: ['name', 'size'] }],
  ])('%s is said, filters nothing and stays as typed', (query, problem) => {
    const tokens = parseFilter(`${query} red`, LIST);
    expect(problemsOf(tokens)).toEqual([problem]);
    expect(stringifyFilter(tokens)).toBe(`${query} red`);
    expect(names(`${query} red`)).toEqual(names('red'));
  });
});

it('tokens tell where they stand', () => {
  const query = '  size>3   -name:"a b"  word ';
  const tokens = parseFilter(query, LIST);
  expect(tokens.map(({ start, end }) => query.slice(start, end))).toEqual(['size>3', '-name:"a b"', 'word']);
  expect(tokens[1]).toMatchObject({ negated: true, field: 'name', operator: ':', value: 'a b' });
});

describe('edits keep all else as typed', () => {
  it.each([
    ['', 'colour', 'red', 'colour:red'],
    ['colour:red', 'colour', 'red', ''],
    ['colour:red x', 'colour', 'green', 'x colour:red,green'],
    ['colour:red,green "a b"', 'colour', 'red', '"a b" colour:green'],
    ['-colour:green bogus:9', 'colour', 'red', '-colour:green bogus:9 colour:red'],
    ['name:Apple', 'name', 'Sour cherry', 'name:"Sour cherry"'],
    ['name:"Sour cherry"', 'name', 'Sour cherry', ''],
  ])('toggle %s %s:%s', (query, field, value, expected) => {
    expect(toggleValue(query, field, value, LIST)).toBe(expected);
  });

  it('sets a range and turns an order round', () => {
    expect(setField('size>3 a', 'size', '10..20', LIST)).toBe('a size:10..20');
    expect(setField('size>3 a', 'size', null, LIST)).toBe('a');
    expect(nextSort('a', 'size', LIST)).toBe('a sort:size');
    expect(nextSort('a sort:size', 'size', LIST)).toBe('a sort:-size');
    expect(nextSort('a sort:-size', 'size', LIST)).toBe('a');
    expect(nextSort('a sort:-size', 'name', LIST)).toBe('a sort:name');
  });
});

describe('facets', () => {
  function counts(query: string): Record<string, number> {
    const all = countFacets(FRUITS, parseFilter(query, LIST), LIST, ['colour', 'name']);
    return Object.fromEntries(all.get('colour') ?? []);
  }

  it('count what each value would show beside the rest of the query', () => {
    expect(counts('')).toEqual({ red: 2, green: 4, 'dark-blue': 1 });
    expect(counts('colour:red')).toEqual({ red: 2, green: 4, 'dark-blue': 1 });
    expect(counts('size>3')).toEqual({ red: 1, green: 3 });
    expect(counts('size>3 colour:dark-blue')).toEqual({ red: 1, green: 3 });
    expect(counts('-colour:red')).toEqual({ green: 3, 'dark-blue': 1 });
    expect(counts('colour:red size>3 melon')).toEqual({ green: 1 });
  });
});

describe('suggestions', () => {
  function accept(query: string, index = 0): string | undefined {
    const suggestion = suggestFilter(query, query.length, LIST)[index];
    if (suggestion === undefined) return undefined;
    return query.slice(0, suggestion.from) + suggestion.text + query.slice(suggestion.to);
  }

  it.each([
    ['co', 'colour:'],
    ['x -si', 'x -size:'],
    ['colour:', 'colour:red'],
    ['colour:da', 'colour:dark-blue'],
    ['colour:red,', 'colour:red,green'],
    ['-colour:gr', '-colour:green'],
    ['name:so', 'name:"Sour cherry"'],
    ['sort:-si', 'sort:-size'],
    ['colour:red', undefined],
    ['"co', undefined],
    ['co ', undefined],
    ['', undefined],
  ])('%s', (query, expected) => {
    expect(accept(query)).toBe(expected);
  });

  it('are of the token at the caret', () => {
    expect(suggestFilter('si red', 2, LIST)).toEqual([
      { from: 0, to: 2, text: 'size:', kind: 'field', complete: false },
    ]);
  });
});

it('filters 10,000 items', () => {
  const many: readonly Fruit[] = Array.from({ length: 10_000 }, (_, i) => ({
    name: `${String(i)} ${'some words of a task '.repeat(12)}`,
    size: i,
    colours: ['red'],
  }));
  const texts = new Map(many.map((fruit) => [fruit, fruit.name.toLowerCase()]));
  const list = { ...LIST, text: (fruit: Fruit) => texts.get(fruit) ?? '' };
  const hits = applyFilter(many, parseFilter('words task size>100 colour:red sort:-size -9999', list), list);
  expect(hits).toHaveLength(9_898);
});
