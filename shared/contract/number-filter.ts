import * as v from 'valibot';

/** How a number is compared with the digits of a filter. */
export interface NumberFilter {
  digits: string;
  match: 'prefix' | 'suffix' | 'contains';
}

/**
 * Part of a phone number to search for: `49` or `49*` is a beginning, `*101` an end, `*555*` any part. A plus, a
 * leading `00` and punctuation are dropped.
 */
export const numberFilterSchema = v.pipe(
  v.string(),
  v.transform(normalFilter),
  v.regex(/^\*?\d{1,20}\*?$/, 'filter_invalid'),
);

/** What a text that `numberFilterSchema` took stands for. */
export function readNumberFilter(text: string): NumberFilter {
  const digits = text.replaceAll('*', '');
  if (!text.startsWith('*')) return { digits, match: 'prefix' };
  return { digits, match: text.endsWith('*') ? 'contains' : 'suffix' };
}

function normalFilter(text: string): string {
  return text.replace(/[\s()-]/g, '').replace(/^(\*?)(?:\+|00)/, '$1');
}
