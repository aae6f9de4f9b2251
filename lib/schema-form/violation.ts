/** What is wrong with a draft or a value. Words for each stand in the message catalogue under `form.error`. */
export const FIELD_ERRORS = [
  'required',
  'not_number',
  'decimal_comma',
  'not_integer',
  'unsafe_integer',
  'not_finite',
  'bad_json',
  'wrong_type',
  'not_in_enum',
  'too_small',
  'too_large',
  'multiple_of',
  'too_short',
  'too_long',
  'pattern',
  'bad_date',
  'bad_date_time',
  'bad_time',
  'too_few_items',
  'too_many_items',
  'not_unique',
  'too_few_keys',
  'too_many_keys',
  'unknown_key',
  'duplicate_key',
  'bad_key',
  'needs_key',
  'no_key_name',
  'no_branch',
  'refused',
] as const;

export interface FieldError {
  readonly code: (typeof FIELD_ERRORS)[number];
  readonly values: Readonly<Record<string, string>>;
}

export function fieldError(
  code: FieldError['code'],
  values: Readonly<Record<string, string>> = {},
): FieldError {
  return { code, values };
}
