import { numberFilterSchema } from '@portal/contract/number-filter';
import * as v from 'valibot';

/** The filter that a typed text stands for, without plus and punctuation; null if it stands for none. */
export function readNumberFilter(text: string): string | null {
  const result = v.safeParse(numberFilterSchema, text.trim());
  return result.success ? result.output : null;
}
