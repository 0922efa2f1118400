import { invalidArgument, runCommand } from '../errors/operator-command.ts';
import { callFields } from './call-formats/csv.ts';
import { callFormats, importCdrs, undoCdrs } from './import-cdrs.ts';
import { importOptions, runImport } from './import-command.ts';

const usage = `Imports call records of a telephone system into a voicing service.

  npm run cdr:import -- --service <service id> [--format asterisk] [--timezone Europe/Tallinn] <file or folder> …

  --service   the service of the calls, such as svc_vo_demo
  --format    asterisk: Master.csv of the module cdr_csv (default)
              freeswitch: Master.csv of mod_cdr_csv with its default template
              cdr-json: documents of FreeSWITCH's mod_json_cdr, one or more in a file
              csv: a header and one line for each call
  --timezone  the time zone of times without one (default UTC)
  --column    csv: the column of a field, such as --column started="Call Date", as often as needed. The fields are
              ${callFields.join(', ')}
  --delimiter csv: what separates columns (default a comma)
  --rejects   a file that receives the faulty records; <file>.reasons says what is wrong with each.
              Neither may exist, except from the same import that was interrupted
  --undo      removes the calls that an import of the same files with the same options has added, and gives their price back.
              Calls on an invoice are refused; calls that are stored with another time or content stay. --rejects has no effect
  --dry-run   reads and rates everything but writes nothing into the database

Invalid records are listed and skipped, and a last line without a line end, because the file may have been cut in it. Importing a
file again adds nothing; an import that was interrupted continues when it is started again. The price of each new call is deducted
from the service's balance. The portal may be running or stopped. Exit codes: 0 when the files were read, even with faulty records;
2 for invalid arguments; 1 for any other failure.`;

const options = { ...importOptions, format: { type: 'string', default: 'asterisk' } } as const;

await runCommand(usage, options, async (files, values) => {
  const format = callFormats.find((known) => known === values.format);
  if (format === undefined)
    throw invalidArgument(`There is no format ${values.format}. The formats are ${callFormats.join(', ')}.`);
  await runImport(
    files,
    values,
    (database, given) => importCdrs(database, { ...given, format }),
    (database, given) => undoCdrs(database, { ...given, format }),
  );
});
