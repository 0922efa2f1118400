import type { PrintedDocument } from './document.ts';

/** A document with every kind of block; its table has the given number of rows. */
export function sampleDocument(rows: number, changes: Partial<PrintedDocument> = {}): PrintedDocument {
  return {
    language: 'de',
    title: 'Rechnung 2026-10-00412',
    author: 'Dalat & Söhne OÜ',
    createdAt: '2026-11-01T00:00:00Z',
    letterhead: { name: 'Dalat & Söhne OÜ', lines: ['Narva mnt 5, 10117 Tallinn', 'Estland'] },
    heading: 'Rechnung 2026-10-00412',
    blocks: [
      {
        kind: 'parties',
        parties: [
          { label: 'Leistender', lines: ['Dalat & Söhne OÜ', 'Tallinn'] },
          {
            label: 'Empfänger',
            lines: ['Παπαδόπουλος ΑΕ', 'Οδός Ερμού 12, Αθήνα', 'Šķēle, Łódź, İzmir, Żółć'],
          },
        ],
      },
      { kind: 'facts', facts: [{ label: 'Rechnungsdatum', value: '1. November 2026' }] },
      {
        kind: 'table',
        heading: 'Positionen',
        columns: [
          { heading: 'Nr.', align: 'right' },
          { heading: 'Beschreibung', align: 'left', grow: 1 },
          { heading: 'Nettobetrag', align: 'right' },
        ],
        rows: Array.from({ length: rows }, (_none, row) => [
          String(row + 1),
          `Anrufe nach Zone ${row + 1}`,
          '−1,00 €',
        ]),
      },
      { kind: 'totals', rows: [{ label: 'Summe', value: '124,00 €', isStrong: true }] },
      { kind: 'notes', heading: 'Hinweise', paragraphs: ['Steuerschuldnerschaft des Leistungsempfängers.'] },
      { kind: 'qr', content: 'BCD', description: 'QR-Code', facts: [{ label: 'IBAN', value: 'EE38 2200' }] },
    ],
    footer: ['Dalat & Söhne OÜ · Tallinn'],
    ...changes,
  };
}
