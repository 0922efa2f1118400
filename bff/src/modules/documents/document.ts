import type { Language } from '@portal/contract/language';

/** A document for people, before it becomes a PDF. Plain data: it is sent to another process. */
export interface PrintedDocument {
  /** The language of the texts. */
  language: Language;
  /** Names the file in lists of documents: `Invoice 2026-10-00412`. */
  title: string;
  author: string;
  /**
   * The moment of the document, never that of its rendering: the file's dates and its id follow from it, so that a document
   * rendered again is the same to the byte.
   */
  createdAt: string;
  letterhead: Letterhead;
  heading: string;
  blocks: readonly Block[];
  /** Printed at the foot of each page: who issued the document. */
  footer: readonly string[];
  attachments?: readonly Attachment[];
  /** XMP of a standard that the file follows: `rdf:Description` elements. Their schema has to be declared in them. */
  xmp?: string;
}

export interface Letterhead {
  name: string;
  lines: readonly string[];
}

export interface Attachment {
  name: string;
  content: string;
  mediaType: string;
  description: string;
  /** What the file is to the document, ISO 32000-2: another form of it, or its data. */
  relationship: 'Alternative' | 'Data' | 'Source' | 'Supplement';
}

export type Block = Parties | Facts | Table | Totals | Notes | QrCode;

/** Addresses beside each other, at most three. */
interface Parties {
  kind: 'parties';
  parties: readonly { label: string; lines: readonly string[] }[];
}

/** Labels with their values, three in a row. */
interface Facts {
  kind: 'facts';
  heading?: string;
  facts: readonly Fact[];
}

export interface Fact {
  label: string;
  value: string;
}

/** A table that continues over pages; each repeats the column headings. */
interface Table {
  kind: 'table';
  heading?: string;
  columns: readonly Column[];
  /** A cell for each column. */
  rows: readonly (readonly string[])[];
}

export interface Column {
  heading: string;
  align: 'left' | 'right';
  /** Share of the width that columns without it do not need; one column at least has it. */
  grow?: number;
}

/** Sums at the right margin. */
interface Totals {
  kind: 'totals';
  rows: readonly (Fact & { isStrong?: boolean })[];
}

interface Notes {
  kind: 'notes';
  heading?: string;
  paragraphs: readonly string[];
}

/** A QR code with what it contains in words, as facts beside it. */
interface QrCode {
  kind: 'qr';
  heading?: string;
  content: string;
  /** For readers that cannot see it. */
  description: string;
  facts: readonly Fact[];
}
