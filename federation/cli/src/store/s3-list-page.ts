import type { ListedFile } from './release-store.ts';

interface ListPage {
  files: ListedFile[];
  /** Asks for the page after this one. */
  next: string | undefined;
}

/** Reads one answer of ListObjectsV2 (XML); paths are the keys as stored. */
export function readListPage(xml: string): ListPage {
  const [head = '', ...entries] = xml.split('<Contents>');
  const files = entries.map((entry) => ({
    path: textOf(entry, 'Key') ?? '',
    size: Number(textOf(entry, 'Size')),
    modified: new Date(textOf(entry, 'LastModified') ?? ''),
  }));
  // Stands before the entries with some servers, behind them with others.
  return {
    files,
    next: textOf(head, 'NextContinuationToken') ?? textOf(entries.at(-1) ?? '', 'NextContinuationToken'),
  };
}

function textOf(xml: string, tag: string): string | undefined {
  const [, rest] = xml.split(`<${tag}>`, 2);
  const text = rest?.split('<', 1)[0];
  return text === undefined ? undefined : plainText(text);
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function plainText(text: string): string {
  return text.replaceAll(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (whole, decimal, hex, name) => {
    if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
    if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
    return entities[name] ?? whole;
  });
}
