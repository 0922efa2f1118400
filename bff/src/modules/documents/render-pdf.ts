import { buffer } from 'node:stream/consumers';
import type { PrintedDocument } from './document.ts';
import { drawBlock, drawLetterhead } from './draw-blocks.ts';
import { Sheet, styles } from './sheet.ts';

/** Renders a document as tagged PDF/A-3 in this process. Servers call `renderDocument`, which does not block others. */
export async function renderPdf(document: PrintedDocument): Promise<Uint8Array> {
  const sheet = new Sheet(document);
  drawLetterhead(sheet, document.letterhead, document.heading);
  for (const block of document.blocks) drawBlock(sheet, block);
  drawMargins(sheet, document);
  const date = new Date(document.createdAt);
  for (const { name, content, mediaType, description, relationship } of document.attachments ?? [])
    sheet.pdf.file(Buffer.from(content), {
      name,
      type: mediaType,
      description,
      relationship,
      creationDate: date,
      modifiedDate: date,
    });
  if (document.xmp !== undefined) sheet.pdf.appendXML(document.xmp);
  const bytes = buffer(sheet.pdf);
  sheet.pdf.end();
  return new Uint8Array(await bytes);
}

/** What every page has: the title from the second on, who issued the document, and `2 / 7`. */
function drawMargins(sheet: Sheet, { title, footer }: PrintedDocument): void {
  const { start, count } = sheet.pdf.bufferedPageRange();
  const lines = footer.flatMap((line) => sheet.wrap(line, styles.small, sheet.width - 60));
  for (let page = 0; page < count; page += 1) {
    sheet.pdf.switchToPage(start + page);
    const y = sheet.bottom + 16;
    sheet.rule(y - 5);
    sheet.artifact('Pagination', () => {
      if (page > 0) sheet.text(title, styles.label, { x: sheet.left, y: 51 });
      sheet.lines(lines, styles.small, { x: sheet.left, y });
      const number = `${page + 1} / ${count}`;
      sheet.text(number, styles.label, { x: sheet.left, y, width: sheet.width, align: 'right' });
    });
  }
}
