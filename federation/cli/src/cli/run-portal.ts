import { optionTakenByNpm } from '@portal/federation-server/options-taken-by-npm';
import { Command, CommanderError } from 'commander';
import * as v from 'valibot';
import { canary, halt, promote } from '../commands/canary.ts';
import { check } from '../commands/check.ts';
import { compose } from '../commands/compose.ts';
import { deploy } from '../commands/deploy.ts';
import { diff } from '../commands/diff.ts';
import { failure } from '../commands/failure.ts';
import { gc } from '../commands/gc.ts';
import { guard } from '../commands/guard.ts';
import { history } from '../commands/history.ts';
import { keysCreate, keysRotate, keysShow } from '../commands/keys.ts';
import { mirror } from '../commands/mirror.ts';
import { publish } from '../commands/publish.ts';
import { restore } from '../commands/restore.ts';
import { rollback } from '../commands/rollback.ts';
import { freeze, rolloutWindow, unfreeze } from '../commands/rollout.ts';
import { status } from '../commands/status.ts';
import { keysList, keysRevoke, keysTrust } from '../commands/team-keys.ts';
import { verify } from '../commands/verify.ts';
import { reinstate, withdraw } from '../commands/withdraw.ts';
import { GateRefused } from '../operations/change-composition.ts';
import type { RunCandidates } from '../trial-run/trial-run.ts';
import type { PortalCommand } from './command.ts';
import { commonOptionsSchema, contextOf } from './context.ts';
import { exitCodeOf, exitCodes, UsageError } from './exit-codes.ts';
import { refuseReplay } from './refuse-replay.ts';
import { describeUnexpected, terminalText } from './terminal-text.ts';

// In the order of `portal --help`.
const changes = [
  publish,
  check,
  compose,
  deploy,
  canary,
  promote,
  halt,
  rollback,
  withdraw,
  reinstate,
  freeze,
  unfreeze,
  rolloutWindow,
  guard,
];
const inspection = [status, history, diff, verify, failure];
const maintenance = [gc, mirror, restore, keysCreate, keysShow, keysList, keysTrust, keysRevoke, keysRotate];

/**
 * The other commands read the live composition, which must not be an older one that somebody has put back. A mirror compares with its
 * target, and may be the only copy left when the portal has already accepted a newer one.
 */
const unrelated = new Set<PortalCommand>([publish, failure, keysCreate, keysShow, mirror]);

interface Surroundings {
  environment: Record<string, string | undefined>;
  /** The gate's trial run, so that tests can do without a browser. */
  runCandidates: RunCandidates;
  out: (text: string) => void;
  err: (text: string) => void;
}

const codesHelp = `
Exit codes: 0 done · 1 failed · 2 invalid arguments · 3 refused by the gate, or not possible in the current state ·
4 another command changed the store meanwhile · 5 a hash or signature does not match · 6 the guard halted a canary

The store is --store, PORTAL_STORE, PORTAL_DIR or DATA_DIR/portal: a folder, or s3://bucket/prefix with S3_ENDPOINT,
AWS_REGION, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY. The key is --key, PORTAL_KEY or DATA_DIR/keys/composition.pem.
PORTAL_DEBUG=1 shows the stack of an unexpected error.`;

/** Runs one command line of the release tool; resolves to its exit code. Errors are printed. */
export async function runPortal(args: readonly string[], terminal: Surroundings): Promise<number> {
  const surroundings: Surroundings = {
    ...terminal,
    out: (text) => terminal.out(terminalText(text)),
    err: (text) => terminal.err(terminalText(text)),
  };
  let code: number = exitCodes.done;
  const line = { args, surroundings };
  const program = programOf(line, async (command, raw) => {
    code = await runCommand(command, raw, line);
  });
  try {
    await program.parseAsync(args, { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
    throw error;
  }
}

type Action = (command: PortalCommand, raw: Record<string, unknown>) => Promise<void>;

interface CommandLine {
  args: readonly string[];
  surroundings: Surroundings;
}

function programOf(line: CommandLine, action: Action): Command {
  const { out, err } = line.surroundings;
  const program = new Command('portal')
    .description('Releases and rolls back single areas. Every change is signed, recorded and atomic.')
    .addHelpText('after', codesHelp)
    .configureOutput({ writeOut: out, writeErr: err })
    .exitOverride();
  refuseOptionsOfNpm(program, line);
  const groups = new Map<string, Command>();
  for (const command of [...changes, ...inspection, ...maintenance]) {
    const [first = '', second] = command.name.split(' ');
    if (second === undefined) addCommand(program, first, command, action);
    else {
      const group =
        groups.get(first) ?? program.command(first).description(`${first}: see "portal help ${first}"`);
      if (!groups.has(first)) refuseOptionsOfNpm(group, line);
      groups.set(first, group);
      addCommand(group, second, command, action);
    }
  }
  return program;
}

/** Lets a group refuse its commands, before their arguments are read, when npm has taken some of them. */
function refuseOptionsOfNpm(group: Command, { args, surroundings: { environment } }: CommandLine): void {
  group.hook('preSubcommand', (_, command) => {
    const options = command.options.flatMap(({ long }) => (long == null ? [] : [long.slice('--'.length)]));
    const refusal = optionTakenByNpm({ options, args, environment });
    if (refusal !== undefined) command.error(refusal, { exitCode: exitCodes.usage });
  });
}

function addCommand(parent: Command, name: string, command: PortalCommand, action: Action): void {
  const added = parent.command(name).description(command.summary);
  for (const argument of command.arguments?.split(' ') ?? []) added.argument(argument);
  for (const [flags, meaning] of Object.entries(command.options ?? {})) added.option(flags, meaning);
  if (!unrelated.has(command))
    added.option('--at-least <number>', 'refuse a live composition with a lower number');
  added
    .option('--store <address>', 'folder or s3://bucket/prefix')
    .option('--key <file>', 'signing key')
    .option('--public-key <spki>', 'public key, for commands that only read')
    .option('--who <name>', "your name for the audit record; by default PORTAL_WHO or git's user.email")
    .option('--json', 'print the result as JSON')
    .addHelpText('after', command.details === undefined ? '' : `\n${command.details}`)
    .action(async () => {
      const named = added.registeredArguments.map((argument, index) => [
        argument.name(),
        added.processedArgs[index],
      ]);
      await action(command, { ...added.opts(), ...Object.fromEntries(named) });
    });
}

async function runCommand(
  command: PortalCommand,
  raw: Record<string, unknown>,
  { args, surroundings }: CommandLine,
): Promise<number> {
  const { environment, runCandidates, out, err } = surroundings;
  const isJson = raw['json'] === true;
  const printJson = (value: object) => out(`${JSON.stringify(value, null, 2)}\n`);
  try {
    refuseEmpty(raw);
    const options = v.parse(commonOptionsSchema, raw);
    const context = contextOf(options, {
      environment,
      command: recorded(args),
      runCandidates,
      progress: (text) => err(`${text}\n`),
    });
    if (!unrelated.has(command)) await refuseReplay(context, options.atLeast);
    const { data, text, code = exitCodes.done, afterwards } = await command.run(raw, context);
    if (isJson) printJson(data);
    else out(`${text}\n`);
    return (await afterwards?.()) ?? code;
  } catch (error) {
    const { name, message, code } = explained(error, environment);
    err(`${message}\n`);
    const findings = error instanceof GateRefused ? { findings: error.findings } : {};
    if (isJson) printJson({ error: name, message, code, ...findings });
    return code;
  }
}

/** An empty value is a variable of a script that is not set; as a folder, it would be the working directory. */
function refuseEmpty(raw: Record<string, unknown>): void {
  const isEmpty = (value: unknown) => typeof value === 'string' && value.trim() === '';
  for (const [name, value] of Object.entries(raw))
    if ([value].flat().some(isEmpty)) throw new UsageError(`${name}: expected a value, not an empty text`);
}

function explained(error: unknown, environment: Surroundings['environment']) {
  const code = exitCodeOf(error);
  if (code !== undefined && error instanceof Error) return { name: error.name, message: error.message, code };
  return { name: 'Error', message: describeUnexpected(error, environment), code: exitCodes.failed };
}

const unrecorded = new Set(['--reason', '--who', '--store', '--key', '--public-key', '--json']);

/** The command line for the audit record, without the options that the record states separately. */
function recorded(args: readonly string[]): string {
  const isValue = (index: number) => unrecorded.has(args[index - 1] ?? '') && args[index - 1] !== '--json';
  const isLeftOut = (argument: string, index: number) =>
    unrecorded.has(argument.replace(/=.*$/s, '')) || isValue(index);
  return args.filter((argument, index) => !isLeftOut(argument, index)).join(' ');
}
