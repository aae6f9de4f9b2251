import { AppError } from '../../../lib/contracts/errors.ts';
import {
  statusLineSchema,
  type StatusImport,
  type StatusLine,
} from '../../../lib/contracts/task-statuses.ts';
import type { KeptStatus } from '../../store/types.ts';

const MAX_BYTES = 64 << 20;
const MAX_LINE = 1 << 20;
const MAX_PROBLEMS = 50;

/** Reads a file of statuses line by line; a line that is none is named, the others are taken. */
export class StatusFile {
  readonly rows: KeptStatus[] = [];
  readonly report = { unchanged: 0, unknown: 0, problems: [] as StatusImport['problems'] };
  readonly #fitting: (line: StatusLine) => Promise<KeptStatus | 'unchanged' | 'unknown'>;
  #line = 0;

  constructor(fitting: (line: StatusLine) => Promise<KeptStatus | 'unchanged' | 'unknown'>) {
    this.#fitting = fitting;
  }

  /** @throws AppError payload_too_large */
  async read(file: AsyncIterable<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder();
    let bytes = 0;
    let rest = '';
    for await (const chunk of file) {
      bytes += chunk.length;
      if (bytes > MAX_BYTES)
        throw new AppError('payload_too_large', 'A file of task statuses has at most 64 MiB. Split it.');
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      if (rest.length > MAX_LINE)
        throw new AppError(
          'payload_too_large',
          `Line ${String(this.#line + lines.length + 1)} is longer than 1 MiB.`,
        );
      for (const line of lines) await this.#take(line);
    }
    await this.#take(rest + decoder.decode());
  }

  async #take(text: string): Promise<void> {
    this.#line += 1;
    if (text.trim() === '') return;
    const line = parse(text);
    if (typeof line === 'string') {
      this.report.unknown += 1;
      if (this.report.problems.length < MAX_PROBLEMS)
        this.report.problems.push({ line: this.#line, message: line });
      return;
    }
    const taken = await this.#fitting(line);
    if (typeof taken === 'string') this.report[taken] += 1;
    else this.rows.push(taken);
  }
}

/** A text: what is wrong with it. */
function parse(text: string): StatusLine | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'This line is not JSON.';
  }
  const parsed = statusLineSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  return `This line is no task status: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.trim();
}
