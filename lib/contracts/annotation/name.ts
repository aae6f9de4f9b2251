import * as z from 'zod/mini';

/** A name stands in lists, crumbs, file names and exports: what breaks a line or cannot be seen has no place in it. */
const ONE_LINE = /^[^\p{Cc}\p{Zl}\p{Zp}]*$/u;

/** A name of one line, without space around it. */
export function nameSchema(maxChars: number) {
  return z
    .string()
    .check(
      z.trim(),
      z.minLength(1),
      z.maxLength(maxChars),
      z.regex(ONE_LINE, 'A name is one line: take out the line breaks, tabs and control characters.'),
    );
}
