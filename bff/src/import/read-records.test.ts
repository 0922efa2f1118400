import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Layout, readRecords } from './read-records.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'read-records-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Returns where the parts of a file end, and its records with their lines. */
async function readParts(text: string, layout: Layout, cutAt: number) {
  const file = path.join(folder, 'source');
  await writeFile(file, text);
  const ends: number[] = [];
  const records: string[] = [];
  for await (const part of readRecords([file], layout, cutAt)) {
    ends.push(part.bytes);
    records.push(...part.records().map((record) => `${record.line} ${record.text}`));
  }
  return { ends, records };
}

const lines = 'one\ntwo\nthree';
const documents = '{"a":1}\n{\n"b":2\n}\n{"c":3}\n';

test.each([
  ['lines', lines, 4],
  ['documents', documents, 18],
] as const)('a part of %s ends where the one before has ended', async (layout, text, cutAt) => {
  const { ends, records } = await readParts(text, layout, cutAt);
  expect(ends).toEqual([cutAt, text.length]);
  expect(records).toEqual((await readParts(text, layout, 0)).records);
});

test.each([
  ['lines', lines, 6],
  ['documents', documents, 10],
] as const)('no part of %s ends within a record', async (layout, text, cutAt) => {
  expect(await readParts(text, layout, cutAt)).toEqual(await readParts(text, layout, 0));
  expect((await readParts(text, layout, cutAt)).ends).toEqual([text.length]);
});
