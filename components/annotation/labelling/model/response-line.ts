import { isRawNumber } from '../../../../lib/util/raw-number.ts';
import { tryLossless } from './json-value.ts';

type Fields = Readonly<Record<string, unknown>>;

const CHARS = 160;
const NAMED = 3;
const FIELDS = 4;
const VALUE_CHARS = 40;
const NAME_KEYS = ['name', 'title', 'label', 'full_name', 'email', 'status', 'code'];

/** What a call answered, in one line: `200, 3 pets: Milo 1, Clover 2, Buddy 3`; of a refusal what was wrong where. */
export function responseLine(text: string, status: number | null): string {
  const value = valueIn(text);
  const said = value === undefined ? firstLine(text) : sayValue(value);
  return [status === null ? null : String(status), said === '' ? null : said]
    .filter((part) => part !== null)
    .join(status !== null && status >= 400 ? ' ' : ', ')
    .slice(0, CHARS);
}

/** An answer's JSON; errors of tools have it after some words. */
function valueIn(text: string): unknown {
  const whole = tryLossless(text);
  if (typeof whole === 'object' && whole !== null) return whole;
  const at = text.indexOf('Response: {');
  return at === -1 ? whole : (tryLossless(text.slice(at + 'Response: '.length)) ?? whole);
}

function sayValue(value: unknown): string {
  if (Array.isArray(value)) return sayList('', value);
  if (!isFields(value)) return scalar(value);
  if ('detail' in value) return sayDetail(value['detail']);
  const entries = Object.entries(value);
  const list = entries.find((entry): entry is [string, readonly unknown[]] => Array.isArray(entry[1]));
  if (list !== undefined && (entries.length === 1 || isFields(list[1][0]))) return sayList(list[0], list[1]);
  const [only] = entries;
  if (entries.length === 1 && only !== undefined && isFields(only[1]))
    return `${only[0]}: ${sayFields(only[1])}`;
  return sayFields(value);
}

function sayList(name: string, items: readonly unknown[]): string {
  const count = [String(items.length), name].filter((part) => part !== '').join(' ');
  const named = items.slice(0, NAMED).map((item) => (isFields(item) ? nameOf(item) : scalar(item)));
  const shown = named.filter((text) => text !== '').join(', ');
  return `${count}${shown === '' ? '' : `: ${shown}`}${items.length > NAMED ? ', …' : ''}`;
}

function nameOf(item: Fields): string {
  const id = Object.entries(item).find(([key, value]) => /^id$|_id$/.test(key) && isScalar(value))?.[1];
  const key = NAME_KEYS.find((name) => isScalar(item[name]) && item[name] !== null);
  return [key === undefined ? '' : scalar(item[key]), id === undefined ? '' : scalar(id)]
    .filter((part) => part !== '')
    .join(' ');
}

function sayFields(value: Fields): string {
  const told = Object.entries(value).filter(([, field]) => isScalar(field));
  const shown = told.slice(0, FIELDS).map(([name, field]) => `${name}: ${scalar(field)}`);
  return shown.join(', ') + (Object.keys(value).length > shown.length ? ', …' : '');
}

/** FastAPI's refusals: a text, or a list of places with what is wrong there. */
function sayDetail(detail: unknown): string {
  if (!Array.isArray(detail)) return isFields(detail) ? sayFields(detail) : scalar(detail);
  return detail
    .slice(0, NAMED)
    .map((one: unknown) => {
      if (!isFields(one)) return scalar(one);
      const place = Array.isArray(one['loc']) ? one['loc'].map(String).join('.') : '';
      return `${place}${place === '' ? '' : ': '}${scalar(one['msg'])}`;
    })
    .join('; ');
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isRawNumber(value);
}

function isScalar(value: unknown): boolean {
  return typeof value !== 'object' || value === null || isRawNumber(value);
}

function scalar(value: unknown): string {
  const text = typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);
  const line = text
    .slice(0, CHARS * 2)
    .replace(/\s+/g, ' ')
    .trim();
  return line.length > VALUE_CHARS * 2 ? `${line.slice(0, VALUE_CHARS * 2)}…` : line;
}

function firstLine(text: string): string {
  return text
    .slice(0, CHARS * 2)
    .replace(/\s+/g, ' ')
    .trim();
}
