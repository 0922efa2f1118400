import { fileURLToPath } from 'node:url';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

// Packages with ES modules only, which must be transformed for Jest's CommonJS runtime.
const esmOnly = [
  '@portal',
  '@fastify',
  '@open-draft',
  'commander',
  'content-disposition',
  'cookie',
  'ky',
  'pixelmatch',
  'rettime',
  'until-async',
];

const transform = {
  '^.+\\.(t|j|mj)sx?$': [
    fileURLToPath(import.meta.resolve('@swc/jest')),
    {
      jsc: {
        target: 'es2022',
        parser: { syntax: 'typescript', tsx: true },
        transform: { react: { runtime: 'automatic' } },
      },
      module: { type: 'commonjs' },
    },
  ],
};

// Beside the packages, so that it outlives the temporary files of a run.
const cacheDirectory = here('../../node_modules/.cache/jest');

// Milliseconds. Tests do not measure speed, so a busy machine must not fail them.
const testTimeout = 60_000;

/** Tests of code that runs in the browser: jsdom, Testing Library, CSS modules. */
export const browser = {
  testEnvironment: here('./browser-environment.mjs'),
  testEnvironmentOptions: { customExportConditions: ['node', 'node-addons'] },
  setupFilesAfterEnv: [here('./setup-browser.mjs')],
  moduleNameMapper: { '\\.css$': here('./style-mock.mjs') },
  testTimeout,
  cacheDirectory,
  transform,
  transformIgnorePatterns: [`/node_modules/(?!(?:\\.pnpm/)?(?:${esmOnly.join('|')})[@/+])`],
  testMatch: ['**/*.test.ts?(x)'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
};

/** Tests of code that runs on Node: the contract, the BFF, the tools. */
export const node = {
  testEnvironment: 'node',
  testTimeout,
  cacheDirectory,
  transform,
  transformIgnorePatterns: browser.transformIgnorePatterns,
  testMatch: browser.testMatch,
  testPathIgnorePatterns: browser.testPathIgnorePatterns,
};

/** The tests of a package, or in a full run the groups of them that tooling/check/test-groups.ts writes. */
export const inGroups = (tests) =>
  process.env['PORTAL_TEST_GROUPS'] === '1'
    ? {
        ...tests,
        testMatch: ['<rootDir>/dist/test-groups/*.test.ts'],
        testPathIgnorePatterns: ['/node_modules/'],
      }
    : tests;
