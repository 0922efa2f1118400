import type { CallImportOptions } from './import-cdrs.ts';

/** The options of an import of Asterisk's calls that nobody watches. */
export const importDefaults = {
  format: 'asterisk',
  timezone: 'UTC',
  csv: { delimiter: ',', columns: {} },
  isDryRun: false,
  onFault: () => undefined,
  onProgress: () => undefined,
} as const satisfies Partial<CallImportOptions>;
