export interface ReadPdf {
  /** The text of each page, its pieces joined by spaces. */
  pages: string[];
  /** The tags of each page's structure, such as `Document > Table > TR > TD`, in order. */
  tags: string[];
  info: Record<string, unknown>;
  xmp: string;
  language: string;
  isTagged: boolean;
  files: { name: string; description: string; content: string }[];
}

/** Runs in a thread; see `read-pdf.ts`. */
export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  // The library warns on the console of what only drawing needs.
  console.warn = () => undefined;
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const pdf = await getDocument({ data: new Uint8Array(bytes), useSystemFonts: false }).promise;
  const pages: string[] = [];
  const tags: string[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    pages.push(
      items
        .map((item) => ('str' in item ? item.str : ''))
        .join(' ')
        .replace(/\s+/g, ' '),
    );
    collectTags(await page.getStructTree(), [], tags);
  }
  const { info, metadata } = await pdf.getMetadata();
  // A map, against its type.
  const markInfo: object = (await pdf.getMarkInfo()) ?? {};
  const flags = new Map<unknown, unknown>(markInfo instanceof Map ? markInfo : Object.entries(markInfo));
  const attachments = (await pdf.getAttachments()) ?? new Map();
  const files: ReadPdf['files'] = [];
  for (const [id, { filename, description, content }] of attachments) {
    const bytes = content ?? (await pdf.getAttachmentContent(id));
    files.push({ name: filename, description, content: new TextDecoder().decode(bytes) });
  }
  const read: ReadPdf = {
    pages,
    tags,
    info: { ...info },
    xmp: metadata?.getRaw() ?? '',
    language: String(Object(info)['Language'] ?? ''),
    isTagged: flags.get('Marked') === true,
    files,
  };
  await pdf.loadingTask.destroy();
  return read;
}

function collectTags(node: unknown, parents: readonly string[], tags: string[]): void {
  if (typeof node !== 'object' || node === null || !('children' in node) || !Array.isArray(node.children))
    return;
  const role = 'role' in node ? String(node.role) : '';
  const path = role === 'Root' ? parents : [...parents, role];
  if (path.length > 0) tags.push(path.join(' > '));
  for (const child of node.children) collectTags(child, path, tags);
}
