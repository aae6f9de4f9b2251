import { describe, expect, it } from 'vitest';
import { placeOf } from './source-place.ts';

const source = {
  code: 'a\nb\nc\nd',
  scenarioHash: 'h',
  routes: [
    { tool: 'list', method: 'GET', path: '/list', line: 2, endLine: 3 },
    { tool: 'made', method: 'POST', path: '/made', line: null, endLine: null },
  ],
};
const nothing = { line: null, route: null, tool: null };

describe('placeOf', () => {
  it('goes to the step’s tool', () =>
    expect(placeOf(source, { ...nothing, tool: 'list' }).range).toEqual({ from: 2, to: 3 }));
  it('prefers the chosen route, and a line to both', () => {
    expect(placeOf(source, { ...nothing, route: 'made', tool: 'list' }).route?.tool).toBe('made');
    expect(placeOf(source, { line: '4', route: 'made', tool: 'list' }).range).toEqual({ from: 4, to: 4 });
  });
  it('takes no line that is not there', () =>
    expect(placeOf(source, { ...nothing, line: '99', tool: 'list' }).range).toEqual({ from: 2, to: 3 }));
  it('stays at the top without anything', () => {
    expect(placeOf(source, nothing)).toEqual({ route: null, range: null });
    expect(placeOf(source, { ...nothing, line: 'x', tool: 'gone' })).toEqual({ route: null, range: null });
  });
});
