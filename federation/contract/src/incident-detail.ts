/** Letters, punctuation and signs, without those of queries and mail addresses: no number of a customer fits. */
export const detailPattern = /^(?:(?![@?])[\p{L}\p{P}\p{S} ]){0,120}$/u;

/**
 * A text of the browser or of an error, for a report: its first line, at most 120 characters, with `…` for numbers, mail
 * addresses, quoted values and very long words, and without the queries and fragments of addresses. It matches `detailPattern`.
 */
export function incidentDetail(text: string): string {
  const [line = ''] = text.slice(0, 500).split('\n', 1);
  return line
    .replace(/"[^"]*(?:"|$)/g, '"…"')
    .replace(/[^\s@]*@\S*/g, '…')
    .replace(/\?\S*/g, '')
    .replace(/(\/[^\s#]*)#\S*/g, '$1')
    .replace(/\S{80,}/g, '…')
    .slice(0, 120)
    .replace(/[^\p{L}\p{P}\p{S} ]+/gu, '…')
    .trim();
}
