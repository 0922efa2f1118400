import type { AppContext } from '../../app/context.ts';
import { importStatement } from './import-statement.ts';
import { readStatements } from './read-statement.ts';
import { tryStatements } from './try-statements.ts';

/** Imports a file with one statement. Returns the result of each entry: of one that is left to the staff, the reason. */
export async function importSample(context: AppContext, xml: string, isDryRun = false): Promise<string[]> {
  const [statement] = readStatements(xml);
  if (statement === undefined) throw new Error('the file has no statement');
  const results = isDryRun
    ? await tryStatements(context, [statement], 'test.xml')
    : [await importStatement(context, statement, { fileName: 'test.xml' })];
  return results.flat().map((each) => (each.result === 'unmatched' ? each.reason : each.result));
}
