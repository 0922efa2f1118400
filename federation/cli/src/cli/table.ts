/** Rows of equal keys as columns of text, with a head. */
export function table(rows: readonly Record<string, string>[]): string {
  const columns = Object.keys(rows[0] ?? {});
  const head = Object.fromEntries(columns.map((column) => [column, column]));
  const lines = [head, ...rows];
  const widths = columns.map((column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) => columns.map((column, index) => (line[column] ?? '').padEnd(widths[index] ?? 0)).join('  '))
    .map((line) => line.trimEnd())
    .join('\n');
}
