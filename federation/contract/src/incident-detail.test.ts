import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { detailPattern, incidentDetail } from './incident-detail.ts';

test.each([
  ["TypeError: Cannot read properties of undefined (reading 'name')", undefined],
  ['Error: no account 4711 of ann.smith@example.com', 'Error: no account … of …'],
  [
    'Error: GET https://portal.example/v1/calls?number=37255501#top failed',
    'Error: GET https://portal.example/v…/calls failed',
  ],
  [
    `SyntaxError: Unexpected token 'A', "Ann Smith" is not valid JSON`,
    `SyntaxError: Unexpected token 'A', "…" is not valid JSON`,
  ],
  ['Error: unclosed "Ann Smith', 'Error: unclosed "…"'],
  ['Error: first line\nsecond line', 'Error: first line'],
  [`Error: ${'a'.repeat(80)}`, 'Error: …'],
  ['Error: ٣٤٥\u0000\ud800 ends', 'Error: … ends'],
])('scrubs %j', (text, expected = text) => {
  expect(incidentDetail(text)).toBe(expected);
});

test('omits a fragment and keeps a private name', () => {
  expect(incidentDetail('Error: GET /login#token=abc')).toBe('Error: GET /login');
  expect(incidentDetail('TypeError: Cannot read private member #name')).toContain('#name');
});

test('matches what the server accepts, whatever the text is', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: 'binary', maxLength: 200 }), fc.string({ maxLength: 200 })),
      (text) => {
        expect(incidentDetail(text)).toMatch(detailPattern);
      },
    ),
  );
});
