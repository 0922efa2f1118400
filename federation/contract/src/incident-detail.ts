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
    .split(' ')
    .map(wordDetail)
    .join(' ')
    .slice(0, 120)
    .replace(/[^\p{L}\p{P}\p{S} ]+/gu, '…')
    .trim();
}

function wordDetail(word: string): string {
  if (word.includes('@')) return '…';
  const [address = ''] = word.split('?', 1);
  const slash = address.indexOf('/');
  const fragment = slash < 0 ? -1 : address.indexOf('#', slash);
  const kept = fragment < 0 ? address : address.slice(0, fragment);
  return kept.length < 80 ? kept : '…';
}
