import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createPortalFolder, type PortalFolder, startPages } from './testing/portal-folder.fixtures.ts';

let folder: PortalFolder;
beforeEach(() => {
  folder = createPortalFolder();
});
afterEach(() => folder.remove());

test('logs one error for a page during maintenance', async () => {
  folder.write('composition.json', 'damaged');
  const lines: string[] = [];
  const maintenance = { html: '<p>Soon</p>', log: { write: (line: string) => void lines.push(line) } };
  const inMaintenance = await startPages(folder, undefined, { maintenance });
  const response = await inMaintenance.inject({ url: '/', headers: { accept: 'text/html' } });
  await inMaintenance.close();
  expect([response.statusCode, response.body]).toEqual([503, '<p>Soon</p>']);
  expect(lines.map((line) => JSON.parse(line).msg).slice(-1)).toEqual(['no page can be served']);
  expect(lines.join('')).not.toContain('TypeError');
});
