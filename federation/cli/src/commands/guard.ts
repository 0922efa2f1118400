import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import { type CommandResult, defineCommand, originSchema, wholeNumber } from '../cli/command.ts';
import type { Context } from '../cli/context.ts';
import { exitCodes } from '../cli/exit-codes.ts';
import { type GuardRequest, guardRound, type Watched } from '../guard/guard-round.ts';
import { healthRequest, verdictOptions, verdictOptionsSchema } from '../guard/verdict-options.ts';

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
    const round = guardRounds(request, context);
    for (;;) {
      await round();
      await sleep(options.interval * 1000);
    }
  },
});

type Options = v.InferOutput<typeof optionsSchema>;

async function requestOf(options: Options, context: Context): Promise<GuardRequest> {
  const health = healthRequest(options, context);
  return { ...context, ...health, key: await context.key(), isDryRun: options.dryRun };
}

/**
 * The rounds of a guard that runs continuously. No failure ends them: while the store or the portal fails, or another command
 * changes the store first, the next round tries again. Each round reports what it has decided, or why it could not watch.
 */
export function guardRounds(
  request: GuardRequest,
  { progress }: Pick<Context, 'progress'>,
): () => Promise<void> {
  let isBlind = false;
  return async () => {
    try {
      const watched = await guardRound(request);
      if (isBlind) progress('watching again');
      isBlind = false;
      for (const one of watched) progress(lineOf(one));
    } catch (error) {
      isBlind = true;
      progress(`not watching, trying again: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
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
