import { defineConfig } from '@playwright/test';

const { E2E_URL = '', E2E_BROWSER = '', E2E_JSON = '' } = process.env;
if (E2E_URL === '') throw new Error('Run "npm run e2e": it starts the portal that these tests need.');

export default defineConfig({
  testDir: './journeys',
  outputDir: '../var/e2e',
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  // A test that passes only at the second attempt has found something.
  retries: 0,
  timeout: 45_000,
  expect: { timeout: 8_000 },
  reporter: [['line'], ...(E2E_JSON === '' ? [] : ([['json', { outputFile: E2E_JSON }]] as const))],
  use: {
    baseURL: E2E_URL,
    browserName: 'chromium',
    launchOptions: { executablePath: E2E_BROWSER },
    viewport: { width: 1280, height: 860 },
    locale: 'en-GB',
    timezoneId: 'Europe/Tallinn',
    screenshot: 'only-on-failure',
    trace: { mode: 'retain-on-failure', screenshots: false, sources: false },
    video: 'off',
  },
});
