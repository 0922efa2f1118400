import * as v from 'valibot';

/**
 * A number mask, the part of a phone number to search for: `49` or `49*` is a beginning, `*101` an end, `*555*` any part. A plus,
 * punctuation, such as the apostrophe before a number in a file for spreadsheets, and the `00` before the country code of a beginning
 * are dropped.
 */
export const numberFilterSchema = v.pipe(
  v.string(),
  v.transform(normalFilter),
  v.regex(/^\*?\d{1,20}\*?$/, 'filter_invalid'),
);

export interface NumberMask {
  digits: string;
  match: 'prefix' | 'suffix' | 'contains';
}

/** The digits of a number mask that `numberFilterSchema` has parsed, and which part of a number they match. */
export function parseNumberMask(mask: string): NumberMask {
  const digits = mask.replaceAll('*', '');
  if (!mask.startsWith('*')) return { digits, match: 'prefix' };
  return { digits, match: mask.endsWith('*') ? 'contains' : 'suffix' };
}

/** Most numbers that one search may name. */
export const mostSearchedNumbers = 100;
/** Characters of a search: a hundred numbers in any notation. */
const longestSearch = 4_000;

/**
 * Part of phone numbers to search for, in any notation, of callers or of the called; several are separated by commas, semicolons or
 * lines. Digits are found anywhere in a number, without the zero of national notation; those after a plus sign or `00` at its
 * beginning. `*101` is an end and `49*` a beginning. Gives masks that it would read the same way: `162258`, `+49`, `*101`.
 */
export const numberSearchSchema = v.pipe(
  v.string(),
  // Lengths come before what is done with each part, here and below: a refusal must not cost more than a search.
  v.maxLength(longestSearch, 'filter_invalid'),
  v.transform((text) => [...new Set(text.split(/[,;\n\r\t]/).flatMap((part) => searchMask(part) ?? []))]),
  v.minLength(1, 'filter_invalid'),
  v.maxLength(mostSearchedNumbers, 'filter_invalid'),
  v.array(v.pipe(v.string(), v.regex(/^[+*]?\d{1,20}$/, 'filter_invalid'))),
);

/** The digits of a mask that `numberSearchSchema` has parsed, and which part of a number they match. */
export function parseSearchMask(mask: string): NumberMask {
  const digits = mask.replace(/^[+*]/, '');
  if (mask.startsWith('+')) return { digits, match: 'prefix' };
  return { digits, match: mask.startsWith('*') ? 'suffix' : 'contains' };
}

/** What precedes a country code, none of which begins with a zero: `000267` are digits in the middle of a number. */
const international = /^(?:\+|00(?=[1-9]))/;

function searchMask(part: string): string | undefined {
  const dialled = part.replace(/[\s().\-/'\u2010-\u2015]/g, '');
  const digits = dialled.replace(international, '');
  const isInternational = digits !== dialled;
  if (digits === '') return undefined;
  if (isInternational) return `+${digits.replace(/\*$/, '')}`;
  if (/^\*\d+$/.test(digits)) return digits;
  if (/^\d+\*$/.test(digits)) return `+${digits.slice(0, -1)}`;
  return digits.replace(/^\*(.*)\*$/, '$1').replace(/^00?(?=[1-9])/, '');
}

function normalFilter(text: string): string {
  return text
    .replace(/[\s()'-]/g, '')
    .replace(international, '')
    .replace(/^\*\+/, '*');
}

/** Characters of a parameter: more than the longest list has. */
const longestParameter = 8_000;

// A repeated parameter arrives as an array, and counts as one comma list.
const rawSchema = v.pipe(
  v.union([v.string(), v.number(), v.boolean(), v.array(v.union([v.string(), v.number()]))], 'bad_parameter'),
  v.transform((value) => (Array.isArray(value) ? value.join(',') : String(value)).trim()),
  v.maxLength(longestParameter, 'bad_parameter'),
  v.transform((text) => text || undefined),
);

type TextSchema = v.GenericSchema<string, unknown>;

/**
 * A parameter of a query. `schema` reads its text; an empty text counts as absent. Besides text it takes what an
 * earlier reading gave (numbers, lists), so that a query can be written back into an address.
 */
/* @__NO_SIDE_EFFECTS__ */
export function parameter<S extends TextSchema>(schema: S) {
  return v.optional(v.pipe(rawSchema, v.optional(schema)));
}

/** A parameter that stands for `value` when it is absent. */
/* @__NO_SIDE_EFFECTS__ */
export function parameterOr<S extends TextSchema, const D extends string>(schema: S, value: D) {
  return v.optional(
    v.pipe(
      rawSchema,
      v.transform((text) => text ?? value),
      schema,
    ),
    value,
  );
}

/** A whole number written in decimal digits. */
export const wholeNumberSchema = v.pipe(
  v.string(),
  v.regex(/^\d{1,15}$/, 'bad_parameter'),
  v.transform(Number),
  v.number(),
);

/** The parts of a comma list. Not more than there are countries: each wrong part would be described. */
const listSchema = /* @__PURE__ */ v.pipe(
  /* @__PURE__ */ v.string(),
  /* @__PURE__ */ v.transform(splitList),
  /* @__PURE__ */ v.maxLength(250, 'filter_invalid'),
);

/** A comma list out of `known`; none stands for no restriction. */
/* @__NO_SIDE_EFFECTS__ */
export function listOf<const Known extends readonly string[]>(known: Known) {
  return v.pipe(v.string(), listSchema, v.array(v.picklist(known, 'filter_invalid')));
}

function splitList(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** A comma list of country codes, in lower case. */
export const codeListSchema = v.pipe(
  v.string(),
  v.toLowerCase(),
  listSchema,
  v.array(v.pipe(v.string(), v.regex(/^[a-z]{2}$/, 'filter_invalid'))),
);

/** A comma list of codes, such as those of errors. */
export const textListSchema = v.pipe(
  v.string(),
  listSchema,
  v.array(v.pipe(v.string(), v.maxLength(64, 'filter_invalid'))),
);

/** A comma list of whole numbers, such as SIP codes. */
export const numberListSchema = v.pipe(v.string(), listSchema, v.array(wholeNumberSchema));

/** A text that a filter compares as it is. */
export const exactTextSchema = v.pipe(v.string(), v.maxLength(200, 'filter_invalid'));

/** Free text to search for, at most 64 characters. */
export const searchTextSchema = v.pipe(v.string(), v.trim(), v.maxLength(64, 'filter_invalid'));

const allFields: readonly string[] = ['1', 'true', 'all'];

/** Which fields `filter_query` is compared with, any of them; an empty list stands for all. */
/* @__NO_SIDE_EFFECTS__ */
export function searchFieldsOf<const Known extends readonly string[]>(known: Known) {
  return parameterOr(
    v.pipe(
      v.string(),
      v.transform((text) => (allFields.includes(text) ? '' : text)),
      listOf(known),
    ),
    'all',
  );
}
