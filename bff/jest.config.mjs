import { inGroups, node } from '@portal/tooling/jest/preset.mjs';

// These packages ship ES modules only; Jest's CommonJS runtime needs them transformed.
const esmOnly = [
  'pg-boss',
  'serialize-error',
  'non-error',
  'cron-parser',
  'cookie',
  'content-disposition',
  '@fastify',
  'sql-template-tag',
  'hucre',
];

const tests = {
  ...node,
  transformIgnorePatterns: [`/node_modules/(?!(?:\\.pnpm/)?(?:${esmOnly.join('|')})[@/+])`],
  // The tests use a real database, which is slow on a busy machine.
  testTimeout: 120_000,
  globalSetup: './src/testing/start-server.ts',
  globalTeardown: './src/testing/stop-server.ts',
};

export default inGroups(tests);
