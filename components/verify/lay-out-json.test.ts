import { expect, it } from 'vitest';
import { layOutJson } from './lay-out-json.ts';

it('lays JSON out and keeps the spelling of its values', () => {
  expect(layOutJson('{"a": [1.0, 9007199254740993, "x: [\\"y\\"]"], "b": {}, "c": [ ]}')).toBe(
    '{\n  "a": [\n    1.0,\n    9007199254740993,\n    "x: [\\"y\\"]"\n  ],\n  "b": {},\n  "c": []\n}',
  );
});

it('leaves a text alone that is no JSON', () => {
  expect(layOutJson('{"a": ')).toBe('{"a": ');
  expect(layOutJson('NaN')).toBe('NaN');
});
