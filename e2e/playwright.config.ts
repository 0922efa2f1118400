import { defineConfig } from '@playwright/test';

const { E2E_URL = '', E2E_BROWSER = '', E2E_JSON = '', E2E_OUTPUT = '../var/e2e' } = process.env;
if (E2E_URL === '') throw new Error('Run "npm run e2e": it starts the portal that these tests need.');

const development = '**/development.spec.ts';

export default defineConfig({
  testDir: './journeys',
  projects: [
    { name: 'journeys', testIgnore: development },
    // Builds and runs a second portal, for which the machine must be free.
    { name: 'development', testMatch: development, dependencies: ['journeys'], fullyParallel: false },
  ],
  outputDir: E2E_OUTPUT,
  workers: 3,
  fullyParallel: true,
  forbidOnly: true,
  // A flaky test is a failure.
  retries: 0,
  // Tests do not measure speed, so a busy machine must not fail them.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter: [['line'], ...(E2E_JSON === '' ? [] : ([['json', { outputFile: E2E_JSON }]] as const))],
  use: {
    baseURL: E2E_URL,
    browserName: 'chromium',
    // Without a graphics card, Chromium would paint through a slow emulation of one.
    launchOptions: { executablePath: E2E_BROWSER, args: ['--disable-gpu'] },
    viewport: { width: 1280, height: 860 },
    locale: 'en-GB',
    timezoneId: 'Europe/Tallinn',
    screenshot: 'only-on-failure',
    // Traces of every test would slow all of them. A failure has a screenshot and the page tree.
    trace: 'off',
    video: 'off',
  },
});
