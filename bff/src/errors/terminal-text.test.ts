import { expect, test } from '@jest/globals';
import { printable, printableJson, printableLines } from './terminal-text.ts';

/** C0 and C1 control characters, a direction mark, an invisible tag and half a character. */
const hostile = 'Ann\u001b[31m\u009b2J\u009d0;x\u0007\u202eY\u{e0041}\ud800';

test('a line and several lines contain nothing that a terminal obeys', () => {
  expect(printable(`${hostile}\nNext`)).toBe('Ann?[31m?2J?0;x??Y???Next');
  expect(printable('long '.repeat(1_000)).length).toBe(140);
  expect(printableLines(`${hostile}\nNext`)).toBe('Ann?[31m?2J?0;x??Y??\nNext');
});

test('JSON contains the same value without such characters', () => {
  for (const indent of [undefined, 2]) {
    const json = printableJson({ name: hostile, [hostile]: [1, 'Õ 税 👋'] }, indent);
    expect(json.replaceAll('\n', '')).not.toMatch(/\p{C}/u);
    expect(JSON.parse(json)).toEqual({ name: hostile, [hostile]: [1, 'Õ 税 👋'] });
    expect(json).toContain('Õ 税 👋');
  }
});
