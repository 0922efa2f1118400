import { expect, jest, test } from '@jest/globals';
import { isPrinted } from '@portal/contract/account-fields';
import { languages } from '@portal/contract/language';
import { readPdf } from '../../testing/read-pdf.ts';
import { documentFormats } from './document-formats.ts';
import { documentTexts, fillText } from './document-texts.ts';
import { sampleDocument } from './documents.fixtures.ts';
import { printable } from './fonts.ts';
import { renderDocument } from './render-document.ts';
import { renderPdf } from './render-pdf.ts';

// A busy machine lets processes of low priority wait.
jest.setTimeout(180_000);

test('renders the same document to the same bytes, in this process and in another', async () => {
  const first = await renderPdf(sampleDocument(40));
  expect(Buffer.compare(await renderPdf(sampleDocument(40)), first)).toBe(0);
  expect(Buffer.compare(await renderDocument(sampleDocument(40)), first)).toBe(0);
  const text = Buffer.from(first).toString('latin1');
  expect(text).toContain('(D:20261101000000Z)');
  expect(text).not.toContain(
    `(D:${new Date().getUTCFullYear()}${new Date().toISOString().slice(5, 7)}${new Date().toISOString().slice(8, 10)}`,
  );
});

test('renders a document independently of those before it', async () => {
  const heading = 'USt EUR Ust';
  const before = await renderPdf(sampleDocument(1, { heading }));
  // The letters below the marks are parts of these glyphs.
  await renderPdf(sampleDocument(1, { heading: 'ÜÊŔŚŤ' }));
  const after = await renderPdf(sampleDocument(1, { heading }));
  expect((await readPdf(after)).pages[0]).toContain(heading);
  expect(Buffer.compare(after, before)).toBe(0);
});

test('tags headings, tables and figures, and names its language and title', async () => {
  const { tags, isTagged, language, info, pages } = await readPdf(await renderPdf(sampleDocument(2)));
  expect({ isTagged, language, title: info['Title'] }).toEqual({
    isTagged: true,
    language: 'de',
    title: 'Rechnung 2026-10-00412',
  });
  expect(tags).toEqual(
    expect.arrayContaining([
      'Document > H1',
      'Document > Sect > H2',
      'Document > Table > THead > TR > TH',
      'Document > Table > TBody > TR > TD',
      'Document > Table > TR > TH',
      'Document > Figure',
    ]),
  );
  expect(pages[0]).toContain('Παπαδόπουλος ΑΕ');
  expect(pages[0]).toContain('Šķēle, Łódź, İzmir, Żółć');
});

test('continues a table over pages with its headings and the number of each page', async () => {
  const { pages, tags } = await readPdf(await renderPdf(sampleDocument(400)));
  expect(pages.length).toBeGreaterThan(5);
  for (const [index, page] of pages.entries()) {
    expect(page).toContain(`${index + 1} / ${pages.length}`);
    expect(page).toContain('Dalat & Söhne OÜ · Tallinn');
    if (page.includes('Anrufe nach Zone')) expect(page).toContain('Beschreibung');
  }
  const all = pages.join(' ');
  for (const row of [1, 57, 58, 399, 400]) expect(all).toContain(`Anrufe nach Zone ${row} `);
  // The headings of one table, however many pages it has.
  expect(tags.filter((tag) => tag.endsWith('THead > TR > TH')).length).toBeGreaterThanOrEqual(3);
});

test('breaks words that are wider than their column, and replaces characters that the fonts lack', async () => {
  const word = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'.repeat(3);
  const document = sampleDocument(1, { heading: `${word} 漢字 👋` });
  const { pages } = await readPdf(await renderPdf(document));
  expect(pages[0]?.replaceAll(' ', '')).toContain(`${word}???`);
});

test('has a glyph for every character that a name or an address may have', () => {
  const characters = Array.from({ length: 0x30000 }, (_none, code) => String.fromCodePoint(code));
  const allowed = characters.filter((character) => !/\p{Cs}/u.test(character) && isPrinted(character));
  expect(allowed.length).toBeGreaterThan(1_500);
  expect(
    allowed.filter((character) => printable(character).normalize('NFC') !== character.normalize('NFC')),
  ).toEqual([]);
});

test('escapes what it writes into the metadata', async () => {
  const { xmp } = await readPdf(await renderPdf(sampleDocument(1, { author: 'A & B <C>' })));
  expect(xmp).toContain('A &amp; B &lt;C&gt;');
  expect(xmp).toContain('<pdfaid:part>3</pdfaid:part>');
  expect(xmp).toContain('<pdfaid:conformance>A</pdfaid:conformance>');
});

test('embeds subsets of its fonts, an output intent and the attached files', async () => {
  const attachment = {
    name: 'factur-x.xml',
    content: '<a>ä</a>',
    mediaType: 'text/xml',
    description: 'Invoice',
    relationship: 'Alternative',
  } as const;
  const bytes = await renderPdf(sampleDocument(1, { attachments: [attachment] }));
  const text = Buffer.from(bytes).toString('latin1');
  expect(text.match(/\/FontFile2 /g)).toHaveLength(2);
  expect(text.match(/\/FontName \/[A-Z]{6}\+NotoSans/g)).toHaveLength(2);
  expect(text).toMatch(/\/S \/GTS_PDFA1/);
  expect(text).toMatch(/\/AFRelationship \/Alternative/);
  expect(text).toMatch(/\/AF \[\d+ 0 R\]/);
  expect(text).not.toMatch(/\/(?:SMask|Encrypt|JavaScript)\b/);
  expect(bytes.length).toBeLessThan(60_000);
  expect((await readPdf(bytes)).files).toEqual([
    { name: 'factur-x.xml', description: 'Invoice', content: '<a>ä</a>' },
  ]);
});

test.each(languages)(
  'writes money, prices and dates in %s with a minus sign and glyphs of the font',
  (language) => {
    const formats = documentFormats(language);
    const money = formats.money('-1234567.50', 'eur');
    expect(money).toMatch(/−/);
    expect(money).not.toContain('-');
    const texts = [
      money,
      formats.money('1.00', 'usd'),
      formats.price('0.122500', 'eur'),
      formats.quantity('1503.40'),
      formats.percent('25.50'),
      formats.date('2026-11-01'),
      formats.period('2026-10-01', '2026-10-31'),
      formats.month('2026-10'),
      formats.country('gr'),
      JSON.stringify(documentTexts(language)),
    ];
    for (const text of texts) expect(printable(text)).toBe(text);
    expect(formats.price('0.122500', 'eur')).toMatch(/0[.,]1225/);
    expect(formats.percent('25.50')).toMatch(/25[.,]5/);
  },
);

test('writes the first day of a French month as an ordinal', () => {
  const { date, period } = documentFormats('fr');
  expect([date('2026-09-01'), date('2026-09-21')]).toEqual(['1er septembre 2026', '21 septembre 2026']);
  expect(period('2026-09-01', '2026-09-30')).toBe('1er–30 septembre 2026');
  expect(period('2026-09-02', '2026-10-01')).toMatch(/^2 septembre.–.1er octobre 2026$/);
  expect(documentFormats('es').date('2026-09-01')).toBe('1 de septiembre de 2026');
});

test('fills in the places of a text', () => {
  expect(fillText('{{number}} of {{date}}{{unknown}}', { number: '7', date: 'May' })).toBe('7 of May');
});

test.each(languages)('the texts in %s have the same placeholders as the English ones', (language) => {
  const places = (value: unknown): unknown =>
    typeof value === 'string'
      ? [...value.matchAll(/\{\{\w+\}\}/g)].map(String).sort()
      : Object.fromEntries(Object.entries(Object(value)).map(([key, each]) => [key, places(each)]));
  const { units: _units, ...texts } = documentTexts(language);
  const { units: _english, ...english } = documentTexts('en');
  expect(places(texts)).toEqual(places(english));
});
