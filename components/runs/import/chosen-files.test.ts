import { expect, it } from 'vitest';
import { chosenFiles, mergeFiles } from './chosen-files.ts';

function file(path: string): File {
  const made = new File(['x'], path.split('/').at(-1) ?? '');
  Object.defineProperty(made, 'webkitRelativePath', { value: path.includes('/') ? path : '' });
  return made;
}

it('a folder’s files keep their paths in it', () => {
  expect(chosenFiles([file('run/trajectory.json'), file('a.zip')]).map(({ path }) => path)).toEqual([
    'run/trajectory.json',
    'a.zip',
  ]);
});

it('a file that is chosen again takes the place of the first; litter is left out', () => {
  const first = chosenFiles([file('run/a.json'), file('b.json')]);
  const second = chosenFiles([file('run/a.json'), file('run/.DS_Store'), file('__MACOSX/run/._a.json')]);
  const merged = mergeFiles(first, second);
  expect(merged.map(({ path }) => path)).toEqual(['run/a.json', 'b.json']);
  expect(merged[0]?.file).toBe(second[0]?.file);
});
