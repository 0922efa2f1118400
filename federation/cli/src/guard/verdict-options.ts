import * as v from 'valibot';
import { originSchema, wholeNumber } from '../cli/command.ts';
import type { Context } from '../cli/context.ts';
import { UsageError } from '../cli/exit-codes.ts';
import type { HealthRequest } from './guard-round.ts';

/** The options of commands that ask for the guard's verdict. */
export const verdictOptionsSchema = v.object({
  url: v.optional(originSchema),
  minimum: v.optional(wholeNumber(1, 1_000_000), '50'),
  threshold: v.optional(wholeNumber(0, 100), '2'),
  slower: v.optional(wholeNumber(0, 1000), '50'),
  silence: v.optional(wholeNumber(1, 3600), '60'),
});

/** Flags of `verdictOptionsSchema`. */
export const verdictOptions = {
  '--url <origin>': 'the portal to read release health from; OPS_TOKEN holds its token',
  '--minimum <number>': 'pages of the canary that are needed for a decision (50)',
  '--threshold <points>': 'allowed percentage points above the active release (2)',
  '--slower <percent>': 'allowed load time above that of the active release (50)',
  '--silence <seconds>': 'a page without a report after this time counts as failed (60)',
};

/** How release health is read. Throws UsageError without an address or OPS_TOKEN. */
export function healthRequest(
  { url, minimum, threshold, slower, silence }: v.InferOutput<typeof verdictOptionsSchema>,
  { environment }: Pick<Context, 'environment'>,
): HealthRequest {
  const token = environment['OPS_TOKEN'];
  if (url === undefined) throw new UsageError('--url is missing: the origin of the portal');
  if (token === undefined || token === '')
    throw new UsageError("OPS_TOKEN is missing: set it to the portal's value");
  return { url, token, minimum, threshold, slower, silence };
}
