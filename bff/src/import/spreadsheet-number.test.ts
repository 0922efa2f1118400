import { expect, test } from '@jest/globals';
import { refuseSpreadsheetNumbers } from './spreadsheet-number.ts';

test.each(['491511234567.0', '+491511234567.00', ' 6001200.0 ', '4.9E+11', '4,91511E+11', '4.9e11', '5E+11'])(
  'refuses %s, which a spreadsheet has written',
  (number) => {
    expect(() => refuseSpreadsheetNumbers({ number_from: '101', number_to: number })).toThrow(
      `number_to was changed by a spreadsheet: "${number}"; export it again with the column as text`,
    );
  },
);

test.each([
  '49.151.1234567',
  '49.1511234567.01',
  '491511234567.10',
  '0151.1234567',
  '491511234567,0',
  '101.0',
  '*31*491511234567',
  '491511234567w0',
  '5e11',
  'E.ON',
  'Anonymous',
  '',
])('accepts %s', (number) => {
  expect(() => refuseSpreadsheetNumbers({ number_from: number, number_to: number })).not.toThrow();
});
