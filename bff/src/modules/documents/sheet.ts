import type { Font } from 'fontkit';
import PDFDocument from 'pdfkit';
import { type FontName, fontFor, printable } from './fonts.ts';

type Structure = ReturnType<PDFKit.PDFDocument['struct']>;

declare global {
  // biome-ignore lint/style/noNamespace: PDFKit's types are a namespace, and only a namespace adds to it.
  namespace PDFKit.Mixins {
    // What PDFKit has and its types lack.
    interface PDFFont {
      registerFont(name: string, font: Font): this;
    }
    interface StructureElementOptions {
      scope?: 'Row' | 'Column';
      bbox?: [number, number, number, number];
    }
    interface PDFAttachmentOptions {
      relationship?: string;
    }
  }
}

export interface TextStyle {
  font: FontName;
  /** Points. */
  size: number;
  colour: string;
}

const ink = '#1a1a1a';
const muted = '#555555';
export const styles = {
  title: { font: 'bold', size: 18, colour: ink },
  name: { font: 'bold', size: 12, colour: ink },
  heading: { font: 'bold', size: 10.5, colour: ink },
  body: { font: 'regular', size: 9, colour: ink },
  strong: { font: 'bold', size: 9, colour: ink },
  label: { font: 'regular', size: 8, colour: muted },
  small: { font: 'regular', size: 7.5, colour: muted },
} as const satisfies Record<string, TextStyle>;

/** A4 in points; the foot holds the issuer and the page's number. */
const paper = { width: 595.28, height: 841.89 };
const margins = { left: 51, right: 51, top: 51, bottom: 79 };

interface Placed {
  x: number;
  y: number;
  align?: 'left' | 'right';
  /** Of the column, for text at its right margin. */
  width?: number;
}

interface SheetOptions {
  title: string;
  author: string;
  language: string;
  createdAt: string;
}

/** A tagged PDF/A-3 document with a cursor: what blocks draw on. */
export class Sheet {
  readonly pdf: PDFKit.PDFDocument;
  readonly left = margins.left;
  readonly width = paper.width - margins.left - margins.right;
  readonly bottom = paper.height - margins.bottom;
  /** Where the next block begins. */
  y = margins.top;
  readonly #root: Structure;
  /** Of texts at one point: a cell is measured for its column, for its lines and for its place. */
  readonly #widths = { regular: new Map<string, number>(), bold: new Map<string, number>() };

  constructor({ title, author, language, createdAt }: SheetOptions) {
    this.pdf = new ArchivedPdf({
      size: [paper.width, paper.height],
      margin: 0,
      // Without it PDFKit reads Helvetica, which no text uses.
      font: '',
      pdfVersion: '1.7',
      subset: 'PDF/A-3a',
      tagged: true,
      lang: language,
      displayTitle: true,
      bufferPages: true,
      info: { Title: printable(title), Author: printable(author), CreationDate: new Date(createdAt) },
    });
    this.pdf.registerFont('regular', fontFor('regular')).registerFont('bold', fontFor('bold'));
    this.#root = this.pdf.struct('Document');
    this.pdf.addStructure(this.#root);
  }

  /** Starts a page unless the height is left on this one. Returns whether it did. */
  need(height: number): boolean {
    if (this.y + height <= this.bottom) return false;
    this.pdf.addPage();
    this.y = margins.top + lineHeight(styles.label) * 2;
    return true;
  }

  /** Adds an element to the document or to another element; text goes into its innermost elements, by `tagged`. */
  element(tag: string, parent: Structure = this.#root): Structure {
    const element = this.pdf.struct(tag);
    parent.add(element);
    return element;
  }

  /** Draws the content of a new structure element, which must fit on the page. */
  tagged(
    tag: string,
    draw: () => void,
    parent: Structure = this.#root,
    options: PDFKit.Mixins.StructureElementOptions = {},
  ): void {
    parent.add(this.pdf.struct(tag, options, draw));
  }

  /** Draws what is no content: lines, and what repeats on pages. */
  artifact(type: 'Layout' | 'Pagination', draw: () => void): void {
    this.pdf.markContent('Artifact', { type });
    draw();
    this.pdf.endMarkedContent();
  }

  rule(
    y: number,
    { colour = '#d4d4d4', thickness = 0.5, left = this.left, right = this.left + this.width } = {},
  ) {
    this.artifact('Layout', () =>
      this.pdf.moveTo(left, y).lineTo(right, y).lineWidth(thickness).strokeColor(colour).stroke(),
    );
  }

  text(text: string, style: TextStyle, placed: Placed): void {
    this.lines([text], style, placed);
  }

  lines(lines: readonly string[], style: TextStyle, { x, y, align = 'left', width = 0 }: Placed): void {
    for (const [index, line] of lines.entries()) {
      const start = align === 'right' ? x + width - this.widthOf(line, style) : x;
      // Readers join the lines of an element: without the space, the last word of a line with the first of the next.
      const text = index < lines.length - 1 ? `${line} ` : line;
      this.#draw(text, style, start, y + index * lineHeight(style));
    }
  }

  widthOf(text: string, style: TextStyle): number {
    const known = this.#widths[style.font];
    const width = known.get(text) ?? this.#use({ ...style, size: 1 }).widthOfString(printable(text));
    known.set(text, width);
    return width * style.size;
  }

  /** Breaks a text into lines of at most this width: between words, and within a word that is longer. */
  wrap(text: string, style: TextStyle, width: number): string[] {
    const fits = (line: string) => this.widthOf(line, style) <= width;
    return text.split('\n').flatMap((paragraph) => {
      if (fits(paragraph)) return paragraph;
      const lines: string[] = [];
      let line = '';
      for (const word of paragraph.split(' ').flatMap((each) => (fits(each) ? each : piecesOf(each, fits)))) {
        const longer = line === '' ? word : `${line} ${word}`;
        if (fits(longer)) line = longer;
        else {
          lines.push(line);
          line = word;
        }
      }
      return [...lines, line];
    });
  }

  #draw(text: string, style: TextStyle, x: number, y: number): void {
    this.#use(style).fillColor(style.colour).text(printable(text), x, y, { lineBreak: false });
  }

  #use({ font, size }: TextStyle): PDFKit.PDFDocument {
    return this.pdf.font(font).fontSize(size);
  }
}

export function lineHeight({ size }: TextStyle): number {
  return size * 1.36;
}

function piecesOf(word: string, fits: (text: string) => boolean): string[] {
  const pieces: string[] = [];
  let piece = '';
  for (const character of word) {
    if (piece !== '' && !fits(piece + character)) {
      pieces.push(piece);
      piece = '';
    }
    piece += character;
  }
  return [...pieces, piece];
}

/** PDFKit writes the document's information into XML as it is. */
class ArchivedPdf extends PDFDocument {
  override endMetadata(): void {
    const { Title = '', Author = '' } = this.info;
    this.info = { ...this.info, Title: escapeXml(Title), Author: escapeXml(Author) };
    super.endMetadata();
  }
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
