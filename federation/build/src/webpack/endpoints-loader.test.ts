import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { endpoints } from '@portal/contract/endpoints';
import browserEndpoints from './endpoints-loader.ts';

const declaration = /^export const (\w+) = \{\n((?: {2}.*\n)+)\} as const satisfies Endpoint/gm;
const members = /^ {2}(\w+):/gm;

const folder = `${__dirname}/../../../../shared/contract`;
const declared = readdirSync(folder)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => browserEndpoints(readFileSync(`${folder}/${file}`, 'utf8')))
  .flatMap((source) => [...source.matchAll(declaration)])
  .map(([, id = '', body = '']) => [id, [...body.matchAll(members)].map(([, name]) => name)] as const);

test.each(declared)('a bundle has the method, path and response of %s, and nothing else', (_, names) => {
  expect(names).toEqual(['method', 'path', 'response']);
});

test('every endpoint is written in the form that the loader knows', () => {
  expect(declared.map(([id]) => id)).toEqual(expect.arrayContaining(Object.keys(endpoints)));
});
