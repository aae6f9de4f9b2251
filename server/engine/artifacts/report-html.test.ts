import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tempDir } from '../../store/testing.ts';
import { reportHtml } from './report-html.ts';
import { createLibrary } from './testing/library.ts';
import { writeTrajectory } from './testing/zips.ts';

it('a report of a run shows hostile fields as text and holds no script', async () => {
  using dir = tempDir();
  await using library = await createLibrary();
  const evil = '"><img src=x onerror=alert(1)><script>alert(2)</script></style>\u202e\u0007';
  const path = join(dir.path, 'run.json');
  writeTrajectory(path, {
    over: { task: evil },
    entries: [
      {
        action: 'call_tool',
        tool_name: evil,
        arguments: { [evil]: evil },
        success: true,
        result: evil,
        error: null,
      },
      {
        action: 'verify',
        arguments: { verifier_mode: 'code', final_answer: evil },
        reward_type: evil,
        reward: 0.5,
        verify_result: {},
      },
    ],
  });
  const [line] = await library.bring(path, { defaults: { experiment: evil, tags: [evil] } });
  let html = '';
  for await (const piece of reportHtml(library.store, line?.run ?? '', new AbortController().signal))
    html += piece;
  expect(html).not.toMatch(/<(?:img|script)/i);
  expect(html.match(/<\/style>/g)).toHaveLength(1);
  // eslint-disable-next-line no-control-regex -- that there are none is what is looked at
  expect(html).not.toMatch(/[\u0000-\u0008\u202e]/);
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;');
  expect(html).toContain('prefers-color-scheme:dark');
  expect(html.endsWith('</html>\n')).toBe(true);
});
