/** What the text of a task names, so that the same things can be pointed out in what was done for it. */
export interface TaskWords {
  /** Finds what is named whatever the place: quoted texts, codes, dates, times, amounts, proper names. Null: nothing is. */
  readonly named: RegExp | null;
  /** Beginnings of plain words: they name columns, arguments and tools, and values that are one word. */
  readonly stems: ReadonlySet<string>;
}

export interface WordSpan {
  readonly start: number;
  readonly end: number;
}

const QUOTED =
  /(?<![\p{L}\p{N}])(?:'([^'\n]{1,80})'|"([^"\n]{1,80})"|“([^”\n]{1,80})”|‘([^’\n]{1,80})’)(?![\p{L}\p{N}])/gu;
const TIME = /\b(\d{1,2}):(\d{2})(?:\s*([ap])\.?m\b\.?)?/giu;
const HOUR = /\b(\d{1,2})\s*([ap])\.?m\b/giu;
const DATE = /\b\d{4}-\d{2}-\d{2}\b/gu;
const AMOUNT = /(?<![\p{L}\p{N}.-])[$€£]?\d[\d,]*(?:\.\d+)?%?(?![\p{L}\p{N}])/gu;
const CODE = /(?<![\p{L}\p{N}])(?=[\w.@-]*[\d_@])[\p{L}\p{N}]+(?:[-_.@][\p{L}\p{N}]+)+(?![\p{L}\p{N}])/gu;
const PROPER = /(?<=(?:[\p{Ll}\p{N},'’"”)]|\b(?:Dr|Mr|Mrs|Ms|St)\.)\s+)\p{Lu}[\p{L}\p{N}’'-]+/gu;
const WORD = /\p{L}[\p{L}\p{N}]*/gu;

const LEAST_WORD = 4;
/** Words of requests, not of an app; and parts of names that say nothing by themselves. */
const PLAIN = new Set(
  'about add after all also and any are back been before book both but can change check could create current currently does done each ensure existing find first following for from get give has have her him his how into its just last list look make mark more most must need new next not now off once one only other our out over please same see set should show sure take that the their them then there they this two under until update use using want was what when where which with within would you your id ids at by is'.split(
    ' ',
  ),
);

/** Reads a task's text once; marking with what it gives is cheap. */
export function readTask(task: string): TaskWords {
  const named = new Set<string>();
  const add = (text: string | undefined): void => {
    const trimmed = text?.trim() ?? '';
    if (trimmed.length > 1) named.add(trimmed);
  };
  for (const match of task.matchAll(QUOTED)) add(match[1] ?? match[2] ?? match[3] ?? match[4]);
  for (const match of task.matchAll(TIME)) {
    add(match[0]);
    add(clock(match[1], match[2] ?? '00', match[3]));
  }
  for (const match of task.matchAll(HOUR)) {
    add(match[0]);
    add(clock(match[1], '00', match[2]));
  }
  for (const match of task.matchAll(DATE)) add(match[0]);
  for (const match of task.matchAll(CODE)) add(match[0]);
  for (const match of task.matchAll(PROPER)) if (!PLAIN.has(match[0].toLowerCase())) add(match[0]);
  for (const match of task.matchAll(AMOUNT)) for (const text of spellings(match[0])) add(text);
  const stems = new Set<string>();
  for (const [word] of task.matchAll(WORD)) {
    const lower = word.toLowerCase();
    if (lower.length >= LEAST_WORD && !PLAIN.has(lower)) stems.add(stemOf(lower));
  }
  return { named: anyOf(named), stems };
}

/** Where a text (a value, a message, an answer) has what the task names. Ordered, without overlaps. */
export function namedIn(text: string, words: TaskWords): readonly WordSpan[] {
  if (text === '') return [];
  if (isOneWord(text) && words.stems.has(stemOf(text.toLowerCase()))) return [{ start: 0, end: text.length }];
  if (words.named === null) return [];
  return [...text.matchAll(words.named)].map(({ index, 0: found }) => ({
    start: index,
    end: index + found.length,
  }));
}

/** Whether a name of the app (column, argument, tool) has a word of the task in it. */
export function isNamed(name: string, { stems }: TaskWords): boolean {
  return partsOf(name).some((part) => stems.has(stemOf(part)) || hasStart(part, stems));
}

/** Where the task itself names things of its app: what stands for itself, and plain words that are among `names`. */
export function namedInTask(task: string, words: TaskWords, names: Iterable<string>): readonly WordSpan[] {
  const known = new Set<string>();
  for (const name of names) for (const part of partsOf(name)) known.add(stemOf(part));
  const spans = words.named === null ? [] : [...namedIn(task, { named: words.named, stems: new Set() })];
  for (const { index, 0: word } of task.matchAll(WORD)) {
    const stem = stemOf(word.toLowerCase());
    if (!words.stems.has(stem) || !(known.has(stem) || startsOne(stem, known))) continue;
    const end = index + word.length;
    if (!spans.some((span) => index < span.end && end > span.start)) spans.push({ start: index, end });
  }
  return spans.sort((a, b) => a.start - b.start);
}

/** `2`, `30`, `p`: 14:30, as apps store it. */
function clock(hour: string | undefined, minutes: string, half: string | undefined): string | undefined {
  const value = Number(hour);
  if (half === undefined) return value < 24 ? `${String(value).padStart(2, '0')}:${minutes}` : undefined;
  if (value < 1 || value > 12) return undefined;
  const of24 = (value % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  return `${String(of24).padStart(2, '0')}:${minutes}`;
}

/** `$1,200.50` also as `1200.50` and `1200.5`. Small whole numbers are everywhere and name nothing. */
function spellings(text: string): readonly string[] {
  const plain = text.replace(/[$€£%,]/g, '');
  const marked = /[$€£%.]/.test(text);
  if (!marked && plain.length < 3) return [];
  return [
    text,
    plain,
    ...(plain.includes('.') ? [plain.replace(/0+$/, '').replace(/\.$/, '.0')] : []),
  ].filter((spelling) => spelling.length > 1);
}

function anyOf(texts: ReadonlySet<string>): RegExp | null {
  if (texts.size === 0) return null;
  const longestFirst = [...texts].sort((a, b) => b.length - a.length);
  return new RegExp(
    `(?:(?<![\\p{L}\\p{N}])|(?<=\\dT))(?:${longestFirst.map(escape).join('|')})(?![\\p{L}\\p{N}])`,
    'giu',
  );
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}

function partsOf(name: string): readonly string[] {
  return name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1_$2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part.length > 1 && !PLAIN.has(part));
}

/** `datetime` begins with `date`. */
function hasStart(part: string, stems: ReadonlySet<string>): boolean {
  for (let length = LEAST_WORD; length < part.length; length += 1) {
    if (stems.has(part.slice(0, length))) return true;
  }
  return false;
}

function startsOne(stem: string, names: ReadonlySet<string>): boolean {
  if (stem.length < LEAST_WORD) return false;
  for (const name of names) if (name.startsWith(stem)) return true;
  return false;
}

/** English plurals fall together with their singulars; nothing more is tried. */
function stemOf(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (word.length > 4 && /(?:[sx]|ch|sh)es$/.test(word)) return word.slice(0, -2);
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') && !word.endsWith('us')
    ? word.slice(0, -1)
    : word;
}

function isOneWord(text: string): boolean {
  return text.length <= 40 && /^[\p{L}\p{N}_-]+$/u.test(text);
}
