/** How Python would name and treat a JSON value: the reference's error texts are Python's. */

export function pythonTypeName(value: unknown): string {
  if (value === null || value === undefined) return 'NoneType';
  switch (typeof value) {
    case 'string':
      return 'str';
    case 'boolean':
      return 'bool';
    case 'number':
      return Number.isInteger(value) ? 'int' : 'float';
    default:
      return Array.isArray(value) ? 'list' : 'dict';
  }
}

/** Python's truth: '', 0, empty containers and None are false. */
export function isTruthy(value: unknown): boolean {
  if (value === null || value === undefined || value === false || value === 0 || value === '') return false;
  if (Array.isArray(value)) return value.length > 0;
  return typeof value === 'object' ? Object.keys(value).length > 0 : true;
}
