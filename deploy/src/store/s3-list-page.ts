import type { ListedFile } from './release-store.ts';

interface ListPage {
  files: ListedFile[];
  /** Asks for the page after this one. */
  next: string | undefined;
}

/** Reads one answer of ListObjectsV2 (XML); paths are the keys as stored. */
export function readListPage(xml: string): ListPage {
  const files = [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, entry = '']) => ({
    path: textOf(entry, 'Key') ?? '',
    size: Number(textOf(entry, 'Size')),
    modified: new Date(textOf(entry, 'LastModified') ?? ''),
  }));
  return { files, next: textOf(xml, 'NextContinuationToken') };
}

function textOf(xml: string, tag: string): string | undefined {
  const text = new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1];
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
