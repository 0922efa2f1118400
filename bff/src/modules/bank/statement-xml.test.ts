import { expect, test } from '@jest/globals';
import { decodeXml } from './statement-xml.ts';

const file = (encoding: string | undefined, quote = '"') =>
  `<?xml version="1.0"${encoding === undefined ? '' : ` encoding=${quote}${encoding}${quote}`}?><Nm>Käpp & Žuk</Nm>`;

test('reads a file in the encoding that it declares', () => {
  const windows = Buffer.from(file('windows-1252', "'").replace('Ž', '\u008E'), 'latin1');
  expect(decodeXml(windows)).toBe(file('windows-1252', "'"));
  expect(
    decodeXml(Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><Nm>Käpp</Nm>', 'latin1')),
  ).toContain('Käpp');
});

test('reads a file without a declaration as UTF-8, and obeys a byte order mark', () => {
  expect(decodeXml(Buffer.from(file(undefined)))).toBe(file(undefined));
  expect(decodeXml(Buffer.from('<Nm>Žuk</Nm>'))).toBe('<Nm>Žuk</Nm>');
  expect(decodeXml(Buffer.from(`\uFEFF${file('UTF-16')}`, 'utf16le'))).toBe(file('UTF-16'));
  expect(decodeXml(Buffer.from(`\uFEFF${file('ISO-8859-1')}`))).toBe(file('ISO-8859-1'));
});

test.each([
  ['bytes that its encoding does not have', Buffer.from(file('UTF-8'), 'latin1'), 'not written in UTF-8'],
  ['an encoding that does not exist', Buffer.from(file('klingon')), 'not written in klingon'],
])('refuses a file with %s', (_case, bytes, message) => {
  expect(() => decodeXml(bytes)).toThrow(message);
});
