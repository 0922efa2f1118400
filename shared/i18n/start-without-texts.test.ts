import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { startI18n } from './i18n.ts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

it('does not start with bare keys when the first texts arrive in no language', async () => {
  jest
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async (input) =>
      String(input).endsWith('error.json')
        ? Response.json({ title: 'Oops' })
        : new Response('<html>', { status: 503 }),
    );
  const start = startI18n({
    defaultLanguage: 'en',
    localeUrl: (...names) => `/locales/${names.join('/')}.json`,
  }).catch((error: unknown) => error);
  await jest.advanceTimersByTimeAsync(60_000);
  expect(String(await start)).toBe('Error: no texts for common');
});
