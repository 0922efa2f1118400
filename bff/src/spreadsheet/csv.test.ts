import { expect, test } from '@jest/globals';
import { csvDecimal, csvDialect, csvLine, csvText } from './csv.ts';

test.each([
  ['+3726001200', "'+3726001200"],
  ['0049301234', "'0049301234"],
  ['112', '112'],
  ['493023125101', "'493023125101"],
  ['5e10', "'5e10"],
  ['0', '0'],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t'=1"],
  ['\0=1', "'\0=1"],
  ["'", "''"],
  ['a=b', 'a=b'],
  ['call;=WEBSERVICE(A2)', "call;'=WEBSERVICE(A2)"],
  ['x,+1|@A1', "x,'+1|'@A1"],
  ['a\t=1', "a\t'=1"],
  ['=1;=2', "'=1;'=2"],
  ['a\n=1', "a\n'=1"],
  ['Tallinn, +372 and;\t\t=1', "Tallinn, +372 and;'\t'\t'=1"],
  ['', ''],
])('%j is written as %j', (text, field) => {
  expect(csvText(text)).toBe(field);
});

test.each([
  ['en', '1.5,a;b,"a,b","a""b","a\r\nb"\r\n'],
  ['de', '1,5;"a;b";a,b;"a""b";"a\r\nb"\r\n'],
] as const)('quotes what the fields of %s could be confused with', (language, line) => {
  const dialect = csvDialect(language);
  expect(csvLine([csvDecimal('1.5', dialect), 'a;b', 'a,b', 'a"b', 'a\r\nb'], dialect)).toBe(line);
});
