/**
 * The filter of a list, as people type it: `tools>30 tables:10..20 verifier:sql status:ok,suspect -draft "two words"
 * sort:last-run`. A list declares its fields once; parsing, matching, suggestions and facets follow from that table.
 */

interface FieldBase {
  /** Lower case; may hold dots (`pass.agent`), hyphens (`last-run`) and underscores. */
  readonly name: string;
}

/** `tools>30`, `tools>=30`, `tools:30`, `tools:10..20`. An item whose value is not known (null) never matches. */
export interface NumberField<T> extends FieldBase {
  readonly kind: 'number';
  readonly read: (item: T) => number | null;
}

/** `status:ok`, `status:ok,suspect` (any of them). */
export interface ChoiceField<T> extends FieldBase {
  readonly kind: 'choice';
  readonly values: readonly string[];
  readonly read: (item: T) => readonly string[];
  /** Words that stand for several values, e.g. any. */
  readonly groups?: Readonly<Record<string, readonly string[]>>;
}

/** `experiment:x`, `experiment:x,"a b"` (any of them), `experiment:grpo*` (beginning so). Whole values, without regard to case. */
export interface ValuesField<T> extends FieldBase {
  readonly kind: 'values';
  readonly read: (item: T) => readonly string[];
  /** Values to offer. */
  readonly known?: readonly string[];
}

/** A number that also has names: `wrote>2`, `wrote:0`, `wrote:orders,items`. */
export interface MixedField<T> extends FieldBase {
  readonly kind: 'mixed';
  readonly number: (item: T) => number | null;
  readonly read: (item: T) => readonly string[];
  /** All names that there are; absent: any. */
  readonly values?: readonly string[];
  readonly known?: readonly string[];
}

/** `id:3fa9`, `id:3fa9,b20c`: the text begins so, or in one of these ways. */
export interface PrefixField<T> extends FieldBase {
  readonly kind: 'prefix';
  readonly read: (item: T) => string;
}

/** `since:7d`, `since:2h`: within that time before now. */
export interface SinceField<T> extends FieldBase {
  readonly kind: 'since';
  /** Unix milliseconds. */
  readonly read: (item: T) => number;
}

/** `pack:starter`: the text contains it, without regard to case. */
export interface TextField<T> extends FieldBase {
  readonly kind: 'text';
  readonly read: (item: T) => string;
  /** Values to offer. */
  readonly known?: readonly string[];
}

export type Field<T> =
  | NumberField<T>
  | ChoiceField<T>
  | TextField<T>
  | ValuesField<T>
  | MixedField<T>
  | PrefixField<T>
  | SinceField<T>;

export interface SortKey<T> {
  readonly name: string;
  /** Numbers sort largest first, texts A to Z, what is not known (null) last; `sort:-name` turns the order round. */
  readonly read: (item: T) => number | string | null;
}

/** What can be asked of a list of T. */
export interface FilterList<T> {
  readonly fields: readonly Field<T>[];
  readonly sorts: readonly SortKey<T>[];
  /** Lower case: all that words without a field are looked for in. */
  readonly text: (item: T) => string;
  /** Lower case: items that have all words here come first. */
  readonly title: (item: T) => string;
  /** Words that are more than text where they stand without quotes, e.g. `pass`; null: text. */
  readonly word?: (word: string) => Condition | null;
  /** Those to offer. */
  readonly words?: readonly string[];
}

export type Operator = ':' | '>' | '>=' | '<' | '<=';

export type FilterProblem =
  | { readonly code: 'unknown_field'; readonly field: string; readonly possible: readonly string[] }
  | {
      readonly code: 'unknown_value';
      readonly field: string;
      readonly value: string;
      readonly possible: readonly string[];
    }
  | { readonly code: 'not_a_number'; readonly field: string; readonly value: string }
  | { readonly code: 'not_comparable'; readonly field: string }
  | { readonly code: 'no_value'; readonly field: string; readonly possible: readonly string[] };

export type Condition =
  | { readonly kind: 'text'; readonly text: string }
  /** Both ends included unless said otherwise. */
  | {
      readonly kind: 'number';
      readonly field: string;
      readonly min: number;
      readonly max: number;
      readonly minOpen: boolean;
      readonly maxOpen: boolean;
    }
  /** Lower case, without quotes; of a `values` or `mixed` field one that ends with * stands for all that begin so. */
  | { readonly kind: 'choice'; readonly field: string; readonly values: readonly string[] }
  /** Lower case. */
  | { readonly kind: 'prefix'; readonly field: string; readonly texts: readonly string[] }
  | { readonly kind: 'since'; readonly field: string; readonly ms: number }
  | { readonly kind: 'contains'; readonly field: string; readonly text: string }
  | { readonly kind: 'sort'; readonly by: string; readonly reversed: boolean }
  /** Filters nothing; the problem is shown. */
  | { readonly kind: 'problem'; readonly problem: FilterProblem };

export interface FilterToken {
  /** Where it stands in the query: [start, end). */
  readonly start: number;
  readonly end: number;
  readonly source: string;
  readonly negated: boolean;
  /** Absent in words. */
  readonly field: string | null;
  readonly operator: Operator | null;
  /** Where the value begins in `source`; 0 in words. */
  readonly valueStart: number;
  /** Without quotes. */
  readonly value: string;
  readonly condition: Condition;
}

export interface FilterSuggestion {
  /** What is replaced: [from, to). */
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly kind: 'field' | 'value';
  /** False where more is to be typed. */
  readonly complete: boolean;
}
