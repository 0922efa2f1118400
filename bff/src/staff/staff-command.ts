import { existsSync } from 'node:fs';
import { appendFile, chown, mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import type { Transaction } from '../database/database.ts';
import { callersPath, invalidArgument, isDay } from '../errors/operator-command.ts';
import { OperatorError } from '../errors/operator-error.ts';
import { printableJson, printableLines } from '../errors/terminal-text.ts';
import type { CommandContext } from './open-portal.ts';
import { type PerformedAction, performOnce, type StaffAction, type StaffResult } from './staff-action.ts';
import { writeRecord } from './write-record.ts';

const argument = (format: RegExp, expected: string) =>
  v.pipe(v.string(), v.regex(format, `expected ${expected}`));
const day = (expected: string) => v.pipe(v.string(), v.check(isDay, `expected ${expected}`));

/** The arguments of staff commands. */
export const staffArguments = {
  account: argument(/^acc_[A-Za-z0-9]{1,40}$/, 'an account id such as acc_7NKW…'),
  service: argument(/^svc_[A-Za-z0-9_]{1,60}$/, 'a service id such as svc_vo_8KQ2'),
  payment: argument(/^[A-Za-z0-9_-]{1,64}$/, 'a payment’s id or number, such as PF-2026-000318'),
  entry: argument(/^[A-Za-z0-9_:-]{1,100}$/, 'the id of a bank entry from "billing -- unmatched"'),
  invoice: argument(/^\d{4}-\d{2}-(?:[A-Z]{5}-)?\d{5,9}$/, 'the number of an invoice such as 2026-10-00412'),
  line: argument(/^\d{1,5}$/, 'the number of a line such as 3'),
  from: day('a day such as 2026-11-01'),
  to: day('a day such as 2026-11-30'),
  amount: argument(/^-?\d{1,9}(\.\d{1,2})?$/, 'an amount such as 12.50'),
  currency: argument(/^[a-z]{3}$/, 'a currency such as usd'),
  day: day('a day such as 2026-11-25'),
  country: argument(/^[a-z]{2}$/, 'a country such as fi'),
  'tax-number': argument(/^[\p{L}\p{N}/. -]{4,24}$/u, 'a tax number, or none'),
  rate: argument(/^\d{1,8}(\.\d{1,8})?$/, 'a rate such as 1.156'),
  file: argument(/^\P{C}{1,400}$/u, 'the path of a file'),
} as const;

/** A command of the staff that changes something. */
export interface StaffCommand<Given> {
  /** Of its arguments; others are refused. */
  schema: v.GenericSchema<unknown, Given>;
  act(tx: Transaction, action: StaffAction, given: Given, portal: CommandContext): Promise<StaffResult>;
  /** Follows the recorded action, also a repeated one; not in a dry run. */
  deliver?(given: Given, portal: CommandContext): Promise<void>;
  /** Seconds that it may take; the database's limit for background work if absent. */
  seconds?: number;
}

/** Infers the arguments of a command from its schema. */
export function defineStaffCommand<Given>(command: StaffCommand<Given>): StaffCommand<Given> {
  return command;
}

// A list holds commands with different arguments; each parses its own.
// biome-ignore lint/suspicious/noExplicitAny: the parameter of a function is contravariant, unknown does not fit.
export type AnyStaffCommand = StaffCommand<any>;

const text = { type: 'string' } as const;
const flag = { type: 'boolean', default: false } as const;

export const staffOptions = {
  account: text,
  service: text,
  payment: text,
  entry: text,
  invoice: text,
  line: text,
  from: text,
  to: text,
  amount: text,
  currency: text,
  country: text,
  'tax-number': text,
  file: text,
  key: text,
  actor: text,
  reason: text,
  log: text,
  'dry-run': flag,
  json: flag,
} as const;

type Values = {
  [Name in keyof typeof staffOptions | keyof typeof staffArguments]?: string | boolean | undefined;
};

/** The part of a usage text that is the same for every command that changes something. */
export const staffUsage = `  --reason   why; it is stored with the action and in the ledger, and customers do not see it
  --actor    who: a name of letters, digits, dots, - and _
  --key      names this action, such as a ticket's number: repeating a command with its key changes nothing
  --log      the log to which the sealed audit record is appended; default staff.log in DATA_DIR. Pass it to
             "npm run audit:verify" with the logs of the portal. A record that could not be written is written by
             repeating the command
  --dry-run  shows what the command would do and changes nothing
  --json     prints JSON`;

/** Reads the arguments of a command, performs it once and prints what it did. */
export async function runStaffCommand(
  portal: CommandContext,
  name: string,
  command: AnyStaffCommand,
  values: Values,
): Promise<void> {
  const given = argumentsOf(values);
  const parsed = v.safeParse(command.schema, given);
  if (!parsed.success) throw invalidArgument(refusalOf(parsed.issues[0], given));
  const action: StaffAction = {
    command: name,
    key: read(values, 'key', /^[!-~]{1,120}$/, 'up to 120 characters without spaces'),
    actor: `staff:${read(values, 'actor', /^[a-z0-9._-]{1,40}$/, 'a name such as anna')}`,
    reason: read(values, 'reason', /^\P{C}{3,400}$/u, 'a sentence'),
    arguments: given,
  };
  const isDryRun = values['dry-run'] === true;
  const log = await openLog(portal, values.log);
  const work = (tx: Transaction) => command.act(tx, action, parsed.output, portal);
  const done = await performOnce(portal, action, work, { isDryRun, seconds: command.seconds });
  const said = values.json === true ? toJson(action, done, isDryRun) : describe(action, done, isDryRun);
  const print = () => console.log(printableLines(said));
  const deliver = isDryRun ? undefined : command.deliver;
  // An action is not done before it is delivered.
  if (deliver === undefined) print();
  if (isDryRun) return;
  await writeRecordOf(portal, action, { log, isRepeated: done.isRepeated });
  if (deliver === undefined) return;
  await deliver(parsed.output, portal);
  print();
}

/** Refuses options that a command does not read: with one, something else was meant than would be done. */
export function refuseOtherOptions(values: Readonly<Record<string, unknown>>, read: readonly string[]): void {
  const other = Object.keys(values).find((name) => isGiven(values[name]) && !read.includes(name));
  if (other !== undefined) throw invalidArgument(noOption(other));
}

const isGiven = (value: unknown) => value !== undefined && value !== false;
const noOption = (name: string) => `--${name} is no option of this command.`;

/** Writes the record of an action that is done. Throws OperatorError if the log refuses it. */
async function writeRecordOf(
  { database }: CommandContext,
  { command, key }: StaffAction,
  { log, isRepeated }: { log: string; isRepeated: boolean },
): Promise<void> {
  try {
    const isWritten = await writeRecord(database, key, log);
    if (isWritten && isRepeated) console.error(`Its audit record was missing and is now in ${log}.`);
  } catch (error) {
    throw new OperatorError(
      `${command} ${key} was done, but its audit record is not in ${log} (${messageOf(error)}). Repeat the command with the same --key when the log can be written, or with another --log: it changes nothing and writes the record.`,
    );
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

function argumentsOf(values: Values): Record<string, string> {
  return Object.fromEntries(
    Object.keys(staffArguments).flatMap((name) => {
      const value = Object.entries(values).find(([given]) => given === name)?.[1];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
}

function refusalOf(issue: v.BaseIssue<unknown>, given: Record<string, string>): string {
  const name = v.getDotPath(issue) ?? '';
  if (issue.expected === 'never') return noOption(name);
  return given[name] === undefined ? `--${name} is missing.` : `--${name}: ${issue.message}.`;
}

function read(values: Values, name: keyof Values, format: RegExp, expected: string): string {
  const value = values[name];
  if (value === undefined) throw invalidArgument(`--${name} is missing: expected ${expected}.`);
  if (typeof value === 'string' && format.test(value)) return value;
  throw invalidArgument(`--${name}: expected ${expected}.`);
}

/** Opens the log before anything is changed: most faults of a log are then noticed before there is a record. */
async function openLog({ config }: CommandContext, given: Values['log']): Promise<string> {
  const file = typeof given === 'string' ? callersPath(given) : path.resolve(config.DATA_DIR, 'staff.log');
  try {
    if (given === undefined) await mkdir(path.dirname(file), { recursive: true });
    await createLog(file);
  } catch (error) {
    throw new OperatorError(`The log ${file} cannot be written (${messageOf(error)}). Nothing was changed.`);
  }
  return file;
}

/** A command that root runs leaves a new log to the owner of its folder, whose commands append to it later. */
async function createLog(file: string): Promise<void> {
  const isNew = !existsSync(file);
  await appendFile(file, '', { mode: 0o640 });
  if (!isNew || process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(path.dirname(file));
  await chown(file, uid, gid);
}

function toJson(
  { command, key }: StaffAction,
  { result, isRepeated }: PerformedAction,
  isDryRun: boolean,
): string {
  return printableJson({ command, key, dry_run: isDryRun, repeated: isRepeated, ...result }, 2);
}

function describe({ command, key }: StaffAction, { result, isRepeated }: PerformedAction, isDryRun: boolean) {
  const how = isRepeated
    ? 'was done before, nothing was changed'
    : isDryRun
      ? 'dry run, nothing was changed'
      : 'done';
  const lines = Object.entries(result.changed).map(
    ([name, value]) => `  ${name.replaceAll('_', ' ')}: ${value ?? '–'}`,
  );
  return [
    `${command} ${key}${result.account_id === null ? '' : ` (${result.account_id})`}: ${how}`,
    ...lines,
  ].join('\n');
}
