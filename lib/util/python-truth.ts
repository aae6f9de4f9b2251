import { toNumber } from './raw-number.ts';

/** Python's truth of a JSON value: '', 0, 0.0, empty containers and None are false. */
export function isTruthy(value: unknown): boolean {
  if (value === null || value === undefined || value === false || value === '') return false;
  const number = toNumber(value);
  if (number !== undefined) return number !== 0;
  if (Array.isArray(value)) return value.length > 0;
  return typeof value === 'object' ? Object.keys(value).length > 0 : true;
}
