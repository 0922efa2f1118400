import * as v from 'valibot';
import { readLive, trusted } from '../composition/composition-file.ts';
import { describeFindings } from '../gate/check-release.ts';
import { type Change, type Changed, changeComposition } from '../operations/change-composition.ts';
import type { TrustedStore } from '../signing/trust.ts';
import { saveLastRun } from '../trial-run/last-run.ts';
import type { TrialRequest, TrialResult } from '../trial-run/trial-run.ts';
import type { Context } from './context.ts';
import { UsageError } from './exit-codes.ts';

export interface CommandResult {
  /** What `--json` prints. */
  data: object;
  /** What is printed without `--json`. */
  text: string;
  /** Exit code; 0 by default. */
  code?: number;
  /** Runs after the result has been printed; its exit code replaces `code`. */
  afterwards?: () => Promise<number>;
}

interface CommandFace {
  /** One word, or a group and a word: `keys create`. */
  name: string;
  summary: string;
  /** In commander's notation: `<release>`, `[area]`, `<release...>`. */
  arguments?: string;
  /** Flags → descriptions. */
  options?: Record<string, string>;
  /** Printed by `--help` after the options. */
  details?: string;
}

export interface PortalCommand extends CommandFace {
  /** Takes what commander has parsed. Throws UsageError, and what the command's own work throws. */
  run(raw: Record<string, unknown>, context: Context): Promise<CommandResult>;
}

/** A command whose arguments and options are checked by a schema; arguments are named as in `arguments`. */
export function defineCommand<T>(
  face: CommandFace & {
    input: v.GenericSchema<unknown, T>;
    run(input: T, context: Context): Promise<CommandResult>;
  },
): PortalCommand {
  const { input, run, ...rest } = face;
  return {
    ...rest,
    async run(raw, context) {
      const parsed = v.safeParse(input, raw);
      if (parsed.success) return run(parsed.output, context);
      const problems = parsed.issues.map((issue) => `${v.getDotPath(issue) ?? face.name}: ${issue.message}`);
      throw new UsageError(problems.join('\n'));
    },
  };
}

/** A whole number within limits, from text. */
export function wholeNumber(lowest: number, highest: number) {
  const message = `expected a whole number from ${lowest} to ${highest}`;
  return v.pipe(
    v.string(),
    v.regex(/^\d+$/, message),
    v.transform(Number),
    v.minValue(lowest, message),
    v.maxValue(highest, message),
  );
}

const flag = v.optional(v.boolean(), false);

/** The options of every command that makes a composition. */
export const changeOptionsSchema = v.object({
  reason: v.optional(v.pipe(v.string(), v.minLength(1, 'expected a reason'))),
  dryRun: flag,
  force: flag,
  expect: v.optional(wholeNumber(0, Number.MAX_SAFE_INTEGER)),
});

/** Flags of `changeOptionsSchema`. */
export const changeOptions = {
  '--reason <text>': 'why, for the audit record',
  '--dry-run': 'report what would change, and change nothing',
  '--force': 'make the change although the gate refuses it; needs --reason',
  '--expect <number>': 'refuse (exit 4) unless this composition is the live one',
};

/** Address of a running portal. */
export const originSchema = v.pipe(
  v.string(),
  v.url('expected http(s)://host[:port]'),
  v.regex(/^https?:/i, 'expected http(s)://host[:port]'),
);

/** The options of commands whose gate runs the candidates. */
export const trialOptionsSchema = v.object({
  run: v.optional(v.boolean(), true),
  backend: v.optional(originSchema),
});

/** Flags of `trialOptionsSchema`. */
export const trialOptions = {
  '--no-run': 'do not run the release in a browser; needs --reason, and is recorded',
  '--backend <origin>': 'the portal whose API answers the pages of the trial run (PORTAL_BACKEND)',
};

/** The command's store, with the keys that the live composition trusts. Throws CompositionRefused. */
export async function trustedStore({ store, publicKey }: Context): Promise<TrustedStore> {
  const key = await publicKey();
  return trusted(store, await readLive(store, key), key);
}

/** Carries out a command's decision and returns the result. Throws what `changeComposition` throws. */
export async function runChange(
  options: v.InferOutput<typeof changeOptionsSchema> & Partial<v.InferOutput<typeof trialOptionsSchema>>,
  context: Context,
  decision: Pick<Change, 'next' | 'candidates' | 'goingLive' | 'isForced' | 'recovers'>,
): Promise<CommandResult> {
  if (options.force && options.reason === undefined)
    throw new UsageError('--force needs --reason, for the audit record');
  if (options.run === false && options.reason === undefined)
    throw new UsageError('--no-run needs --reason, for the audit record');
  const changed = await changeComposition({
    ...context,
    key: await context.key(),
    why: options.reason ?? 'no reason given',
    isDryRun: options.dryRun,
    isForced: options.force,
    expected: options.expect,
    // Only the options of commands that make a release live include it.
    runCandidates: options.run === true ? (request) => runTrial(request, context, options) : undefined,
    ...decision,
  });
  return { data: changed, text: textOf(changed) };
}

/** Runs candidates with the command's settings. */
export async function runTrial(
  request: TrialRequest,
  context: Context,
  { backend = context.environment['PORTAL_BACKEND'] }: { backend?: string | undefined },
): Promise<TrialResult> {
  const result = await context.runCandidates(request, { ...context, backend });
  await saveLastRun(context.dataFolder, result.pages);
  return result;
}

function textOf({ number, isChanged, isDryRun, changes, findings }: Changed): string {
  if (!isDryRun && !isChanged) return `Nothing to do: composition ${number} already has these releases.`;
  const head = isDryRun
    ? `Dry run: nothing has changed. Composition ${number} would be:`
    : `Composition ${number} is live.`;
  const forced = findings.length === 0 ? [] : ['The gate refuses it; forced:', describeFindings(findings)];
  return [head, ...changes.map((change) => `  ${change}`), ...forced].join('\n');
}
