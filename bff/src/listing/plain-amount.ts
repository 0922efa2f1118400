const amountPattern = /^(?:€|\$|eur|usd)?[-−]?(?:€|\$|eur|usd)?(\d[\d.,'’]*)(?:€|\$|eur|usd)?$/i;

/**
 * Returns an amount as it is stored: it is shown, and so typed, with the currency, the decimal comma and the separators of
 * thousands of the customer's language. A separator is that of decimals if one or two digits or, without another one, more than three
 * follow it. Any other text is returned as it is.
 */
export function plainAmount(text: string): string {
  const [, digits] = amountPattern.exec(text.replace(/\s/g, '')) ?? [];
  if (digits === undefined) return text;
  const [, whole = '', decimals] = /^(.*?)(?:[.,](\d{0,2}|\d{4,}))?$/.exec(digits) ?? [];
  const figures = whole.replace(/\D/g, '');
  return decimals === undefined ? figures : `${figures}.${decimals}`;
}
