import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const program = path.resolve(import.meta.dirname, '../../bff/src/modules/billing/billing.ts');

/** What `npm run billing -- audit` reports about the data of a running portal. */
export async function auditOf(dataFolder: string): Promise<string[]> {
  const env = { ...process.env, DATA_DIR: dataFolder };
  return promisify(execFile)(process.execPath, [program, 'audit'], { env }).then(
    () => [],
    (error: Error & { stdout?: string; stderr?: string }) => [
      `the audit reports: ${error.stdout}${error.stderr}`,
    ],
  );
}
