import { expect, test } from '@jest/globals';
import { mostSearchedNumbers } from '@portal/contract/query-value';
import { inOneLine, readNumberSearch } from './number-search.ts';

test.each([
  ['+49 (151) 162258', ['+49151162258']],
  ['162258', ['162258']],
  ['0151/162-258', ['151162258']],
  ['+49', ['+49']],
  // As the portal's own files for spreadsheets have them.
  ["'+37255507422", ['+37255507422']],
  ['*101', ['*101']],
  ['000267', ['000267']],
  ['*00267*', ['267']],
  ['+4930 1234; 00372 555, 162258\n', ['+49301234', '+372555', '162258']],
])('searches for the numbers of %j', (text, numbers) => {
  expect(readNumberSearch(text)).toEqual({ numbers });
  // As an address has them.
  expect(readNumberSearch(numbers.join(','))).toEqual({ numbers });
});

const many = Array.from({ length: mostSearchedNumbers + 1 }, (_, index) => 372_555_000 + index).join('\n');
test.each([
  ['Anna', 'characters'],
  ['+49301234567 +49301234568', 'characters'],
  ['12', 'short'],
  ['162258, 0', 'short'],
  ['*7', 'short'],
  [many, 'many'],
])('finds no search in %j: %s', (text, problem) => {
  expect(readNumberSearch(text)).toEqual({ problem });
});

test('joins the lines and cells of a pasted list', () => {
  expect(inOneLine('+49 30 1234567\r\n\r\n+372 5550\t162258\n')).toBe('+49 30 1234567, +372 5550, 162258');
});
