import path from 'node:path';
import { inspect, type ParseArgsConfig, parseArgs } from 'node:util';
import { dateSchema, dayParameterSchema } from '@portal/contract/dates';
import { optionTakenByNpm } from '@portal/federation-server/options-taken-by-npm';
import * as v from 'valibot';
import { describeFileError } from './file-error.ts';
import { OperatorError } from './operator-error.ts';
import { printableLines } from './terminal-text.ts';

/** Longer than every usage. */
const longestMessage = 20_000;

type Options = NonNullable<ParseArgsConfig['options']>;
type Parsed<Given extends Options> = ReturnType<typeof parseArgs<{ options: Given; allowPositionals: true }>>;

/**
 * Runs a command of the command line; `--help` prints its usage. Sets the exit code: 2 for arguments that `parseArgs` or
 * `invalidArgument` refuses, 1 for other errors. Only an unexpected error is shown with its stack, not an OperatorError and not
 * what is wrong with a file.
 */
export async function runCommand<const Given extends Options>(
  usage: string,
  options: Given,
  work: (positionals: string[], values: Parsed<Given>['values']) => Promise<void>,
): Promise<void> {
  try {
    if (process.argv.slice(2).includes('--help')) {
      console.log(usage);
      return;
    }
    refuseOptionsOfNpm(Object.keys(options));
    const { values, positionals, tokens } = parseArgs({ options, allowPositionals: true, tokens: true });
    refuseRepeated(options, tokens);
    await work(positionals, values);
  } catch (error) {
    const isArgument = error instanceof TypeError && 'code' in error;
    const isKnown = isArgument || error instanceof OperatorError;
    const known = isKnown && error instanceof Error ? error.message : describeFileError(error);
    const message = known ?? inspect(error);
    // It can quote an imported file of any size.
    console.error(printableLines(message.slice(0, longestMessage)));
    process.exitCode = isArgument ? 2 : 1;
  }
}

/** The error of an argument whose value is wrong. */
export function invalidArgument(message: string): TypeError {
  return Object.assign(new TypeError(message), { code: 'ERR_ARGUMENT' });
}

/** Whether an argument is a day that exists, `YYYY-MM-DD`, from 1970 to 2999 as in queries of the API. */
export function isDay(given: string): boolean {
  return v.is(dateSchema, given) && v.is(dayParameterSchema, given);
}

/** Throws for arguments that a command does not read. */
export function refuseMore([unexpected]: readonly string[], usage: string): void {
  if (unexpected !== undefined) throw invalidArgument(`unexpected argument ${unexpected}.\n\n${usage}`);
}

function refuseOptionsOfNpm(options: readonly string[]): void {
  const refusal = optionTakenByNpm({ options, args: process.argv.slice(2), environment: process.env });
  if (refusal !== undefined) throw invalidArgument(refusal);
}

/** `parseArgs` would take the last value, which may not be the one that was meant. */
function refuseRepeated(options: Options, tokens: readonly { kind: string; name?: string }[]): void {
  const seen = new Set<string>();
  for (const { name } of tokens) {
    if (name === undefined || options[name]?.multiple === true) continue;
    if (seen.has(name)) throw invalidArgument(`--${name} is given more than once.`);
    seen.add(name);
  }
}

/** npm runs scripts in the project's folder; a path is relative to the caller's folder. */
export function callersPath(given: string): string {
  return path.resolve(process.env.INIT_CWD ?? '.', given);
}
