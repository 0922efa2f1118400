/** The number formats of one locale, each made once: making one takes longer than a table's worth of formatting. */
export function numberFormats(locale: string): (options?: Intl.NumberFormatOptions) => Intl.NumberFormat {
  const formats = new Map<string, Intl.NumberFormat>();
  return (options = {}) => {
    const name = JSON.stringify(options);
    const format = formats.get(name) ?? new Intl.NumberFormat(locale, options);
    formats.set(name, format);
    return format;
  };
}
