import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import { type CommandResult, defineCommand, originSchema, wholeNumber } from '../cli/command.ts';
import type { Context } from '../cli/context.ts';
import { exitCodes } from '../cli/exit-codes.ts';
import { type GuardRequest, GuardUnreachable, guardRound, type Watched } from '../guard/guard-round.ts';
import { healthRequest, verdictOptions, verdictOptionsSchema } from '../guard/verdict-options.ts';
import { StoreConflict } from '../store/release-store.ts';

const optionsSchema = v.object({
  ...verdictOptionsSchema.entries,
  url: originSchema,
  interval: v.optional(wholeNumber(1, 86_400), '30'),
  once: v.optional(v.boolean(), false),
  dryRun: v.optional(v.boolean(), false),
});

export const guard = defineCommand({
  name: 'guard',
  summary: 'watch canaries and halt those that fail more than the active release, or are slower',
  options: {
    ...verdictOptions,
    '--interval <seconds>': 'time between two rounds (30)',
    '--once': 'run one round: exit 6 when a canary was halted',
    '--dry-run': 'report decisions, and halt nothing',
  },
  input: optionsSchema,
  async run(options, context) {
    const request = await requestOf(options, context);
    if (options.once) return resultOf(await guardRound(request));
    for (;;) {
      await watch(request, context);
      await sleep(options.interval * 1000);
    }
  },
});

type Options = v.InferOutput<typeof optionsSchema>;

async function requestOf(options: Options, context: Context): Promise<GuardRequest> {
  const health = healthRequest(options, context);
  return { ...context, ...health, key: await context.key(), isDryRun: options.dryRun };
}

/** One of many rounds: continues when the portal restarts or another command changed the store first. */
async function watch(request: GuardRequest, { progress }: Context): Promise<void> {
  try {
    for (const watched of await guardRound(request)) progress(lineOf(watched));
  } catch (error) {
    if (!(error instanceof GuardUnreachable || error instanceof StoreConflict)) throw error;
    progress(error.message);
  }
}

function resultOf(watched: Watched[]): CommandResult {
  return {
    data: { canaries: watched },
    text: watched.map(lineOf).join('\n') || 'No canary is running.',
    code: watched.some(({ isHalted }) => isHalted) ? exitCodes.halted : exitCodes.done,
  };
}

function lineOf({ verdict, isHalted }: Watched): string {
  const words = { halt: isHalted ? 'halted' : 'to be halted', wait: 'undecided', pass: 'good' };
  return `${words[verdict.decision]}: ${verdict.reason}`;
}
