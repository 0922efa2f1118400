import { referenceSchema, releaseFailureSchema } from '@portal/federation-contract/release-telemetry';
import * as v from 'valibot';
import { defineCommand, originSchema } from '../cli/command.ts';
import { UsageError } from '../cli/exit-codes.ts';
import { GuardUnreachable } from '../guard/guard-round.ts';
import { OperationRefused } from '../operations/live-units.ts';
import { parseJson } from '../store/release-store.ts';

/** Time limit of the request to the portal, in milliseconds. */
const patience = 10_000;

export const failure = defineCommand({
  name: 'failure',
  summary: 'show the release and the step behind a reference that a customer was shown',
  arguments: '<reference>',
  options: { '--url <origin>': 'the portal; OPS_TOKEN holds its token' },
  details: 'References are available for 30 days. Exit 3 for an unknown reference.',
  input: v.object({ reference: referenceSchema, url: originSchema }),
  async run({ reference, url }, { environment }) {
    const token = environment['OPS_TOKEN'];
    if (token === undefined || token === '')
      throw new UsageError("OPS_TOKEN is missing: set it to the portal's value");
    const address = new URL(`/ops/failures/${reference}`, url);
    const response = await fetch(address, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(patience),
    }).catch((error: unknown) => {
      throw new GuardUnreachable(`${address} cannot be reached`, { cause: error });
    });
    if (response.status === 404) throw new OperationRefused(`no failure has the reference ${reference}`);
    const found = parseJson(releaseFailureSchema, response.ok ? await response.text() : undefined);
    if (!found.success) throw new GuardUnreachable(`${address} returned ${response.status} and no failure`);
    const { area, version, source, stage, composition, at } = found.output;
    return {
      data: found.output,
      text: `${area}@${version} (${source}) failed at "${stage}" in composition ${composition}, ${at}`,
    };
  },
});
