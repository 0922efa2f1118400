import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Language, languages } from '@portal/contract/language';
import {
  createPortalFolder,
  sampleComposition,
  sampleHostFiles,
} from '@portal/federation-server/testing/portal-folder.fixtures';
import { testPortal } from '../../testing/test-portal.ts';
import { readMaintenanceTexts } from './maintenance-page.ts';

const folder = createPortalFolder();
const portal = testPortal({
  PORTAL_DIR: folder.path,
  COMPOSITION_PUBLIC_KEY: folder.config.signature_public_key,
  BRAND: 'Calls & <Co>',
});
afterAll(() => folder.remove());

const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
const get = (url: string, headers: Record<string, string> = {}) => portal.app.inject({ url, headers });

describe('without a composition that can be served', () => {
  beforeAll(() => folder.write('composition.json', 'damaged'));

  test.each(languages)('shows customers a page in their language: %s', async (language: Language) => {
    const { title, text, retry } = readMaintenanceTexts()[language];
    const { statusCode, headers, body } = await get(`/finances/payments?language=${language}`, browser);
    expect(statusCode).toBe(503);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'retry-after': '5',
    });
    expect(body).toContain(`<html lang="${language}">`);
    expect(body).toContain(`<h1>${title}</h1>`);
    expect(body).toContain(`<p>${text}</p>`);
    // The link requests the address that failed.
    expect(body).toContain(`<a href="">${retry}</a>`);
    expect(body).toContain('<p>Calls &amp; &lt;Co&gt;</p>');
  });

  test('allows the inlined style of the page and no script', async () => {
    const policy = String((await get('/', browser)).headers['content-security-policy']);
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; /);
    expect(policy).not.toContain('script-src');
  });

  test.each([
    ['/', { accept: 'application/json' }],
    ['/login', { accept: '*/*' }],
    ['/composition.json', {}],
    ['/locales/en/common.json', browser],
  ])('sends the coded error for %s with %j', async (url, headers) => {
    const response = await get(url, headers);
    expect(response.statusCode).toBe(503);
    expect(response.headers['retry-after']).toBe('5');
    expect(response.json()).toMatchObject({ success: false, code: 'maintenance' });
  });

  test('is not ready, but alive', async () => {
    const response = await get('/readyz');
    expect(response.statusCode).toBe(503);
    expect(response.headers['retry-after']).toBe('5');
    expect((await get('/healthz')).statusCode).toBe(200);
  });
});

test('serves pages and is ready again once a valid composition exists', async () => {
  folder.release('host/0.1.0/', sampleHostFiles);
  folder.publish(sampleComposition);
  expect((await get('/', browser)).statusCode).toBe(200);
  expect((await get('/readyz')).statusCode).toBe(200);
});
