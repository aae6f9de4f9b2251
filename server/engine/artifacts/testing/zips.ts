import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';

/** Makes zips that yazl refuses to make, with Python's zipfile: `script` has `z` (the open ZipFile) and `zipfile`. */
export function pythonZip(path: string, script: string, password = false): void {
  const code = [
    'import zipfile, sys, stat, warnings',
    "warnings.simplefilter('ignore')",
    "z = zipfile.ZipFile(sys.argv[1], 'w', zipfile.ZIP_DEFLATED)",
    script,
    'z.close()',
    ...(password
      ? ['b = bytearray(open(sys.argv[1], "rb").read())', ENCRYPT, 'open(sys.argv[1], "wb").write(b)']
      : []),
  ].join('\n');
  execFileSync('python3', ['-c', code, path]);
}

/** Sets the flag of every entry that says it is encrypted. */
const ENCRYPT = `
i = b.find(b'PK\\x03\\x04')
while i >= 0:
  b[i + 6] |= 1
  i = b.find(b'PK\\x03\\x04', i + 4)
i = b.find(b'PK\\x01\\x02')
while i >= 0:
  b[i + 8] |= 1
  i = b.find(b'PK\\x01\\x02', i + 4)`;

export interface TrajectoryText {
  readonly scenario?: unknown;
  readonly entries?: readonly unknown[];
  readonly over?: Readonly<Record<string, unknown>>;
}

export function trajectoryText({ scenario = 'shop', entries = [], over = {} }: TrajectoryText = {}): string {
  return JSON.stringify({
    scenario,
    task: 'Do it',
    task_idx: 0,
    steps: entries.length,
    trajectory: entries,
    ...over,
  });
}

export function writeTrajectory(path: string, text?: TrajectoryText): void {
  writeFileSync(path, trajectoryText(text));
}
