import { runCommand } from '../errors/operator-command.ts';
import { importOptions, runImport } from './import-command.ts';
import { importMessages, undoMessages } from './import-messages.ts';
import { messageFields } from './imported-message.ts';

const usage = `Imports messages from CSV, a header and one line for each message, into a messaging service.

  npm run messages:import -- --service <service id> [--timezone Europe/Tallinn] <file or folder> …

  --service   the service of the messages, such as svc_me_demo
  --timezone  the time zone of times without one (default UTC)
  --column    the column of a field, such as --column created="Sent at", as often as needed. The fields are
              ${messageFields.join(', ')}
  --delimiter what separates columns (default a comma)
  --rejects   a file that receives the faulty lines; <file>.reasons says what is wrong with each.
              Neither may exist, except from the same import that was interrupted
  --undo      removes the messages that an import of the same files with the same options has added, and gives their price
              back. Messages on an invoice are refused; those that are stored with another time or content stay. --rejects has
              no effect
  --dry-run   reads and rates everything but writes nothing into the database

Invalid lines are listed and skipped, and a last line without a line end, because the file may have been cut in it. Importing a file
again adds nothing; an import that was interrupted continues when it is started again. The price of each new message is deducted from
the service's balance. The portal may be running or stopped. Exit codes: 0 when the files were read, even with faulty lines; 2 for
invalid arguments; 1 for any other failure.`;

await runCommand(usage, importOptions, (files, values) =>
  runImport(files, values, importMessages, undoMessages),
);
