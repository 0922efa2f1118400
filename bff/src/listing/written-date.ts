type Part = Pick<Intl.DateTimeFormatPart, 'type' | 'value'>;

/** Joins the parts of a date in words. In French the first day of a month is an ordinal, which `Intl` writes as a number. */
export function writtenDate(locale: string, parts: readonly Part[]): string {
  const isFirst = ({ type, value }: Part) => locale === 'fr' && type === 'day' && value === '1';
  return parts.map((part) => (isFirst(part) ? '1er' : part.value)).join('');
}
