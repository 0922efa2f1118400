import * as v from 'valibot';
import type { Context } from './context.ts';
import { UsageError } from './exit-codes.ts';

export interface CommandResult {
  /** What `--json` prints. */
  data: object;
  /** What a person reads. */
  text: string;
  /** Exit code; 0 by default. */
  code?: number;
  /** Goes on after the result has been printed; its own code counts then. */
  afterwards?: () => Promise<number>;
}

interface CommandFace {
  /** One word, or a group and a word: `keys create`. */
  name: string;
  summary: string;
  /** As commander writes them: `<release>`, `[area]`, `<release...>`. */
  arguments?: string;
  /** Flags → what they mean. */
  options?: Record<string, string>;
  /** Said by `--help` after the options. */
  details?: string;
}

export interface PortalCommand extends CommandFace {
  /** Takes what commander has read. Throws UsageError, and what the command's own work throws. */
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

/** What every command that makes a composition takes. */
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
