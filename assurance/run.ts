// npm run bar [-- <name or id>]: runs one check, or lists all of them.
import { findCheck, listChecks } from './checks.ts';

const [wanted] = process.argv.slice(2);
const check = wanted === undefined ? undefined : findCheck(wanted);

if (check !== undefined) {
  console.log(`${check.name} (${check.id}): ${check.about}\n`);
  await check.run();
} else if (wanted === undefined) console.log(`npm run bar -- <name or id>\n\n${listChecks()}`);
else {
  console.error(`There is no check "${wanted}". The checks are:\n\n${listChecks()}`);
  process.exitCode = 1;
}
