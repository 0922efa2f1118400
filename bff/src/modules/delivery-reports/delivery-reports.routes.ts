import { createHash } from 'node:crypto';
import { timestampSchema } from '@portal/contract/dates';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import type { AppContext } from '../../app/context.ts';
import { repeatAfterConflict } from '../../database/conflict.ts';
import { bodyRefusal } from '../../errors/validation-refusal.ts';
import { receiveJsonAsText, refuseForgery } from '../../http/signed-webhooks.ts';
import { applyReports } from './apply-reports.ts';
import { readStatus } from './message-status.ts';
import { isSigned, signatureHeader } from './signed-reports.ts';

export const deliveryReportsPath = '/v1/messaging/webhooks/delivery-reports';

const maxBytes = 256 * 1024;

/** The database stores no NUL and no half of a character. */
const storable = v.transform((text: string) => text.toWellFormed().replaceAll('\0', '\uFFFD'));
const text = (max: number) => v.optional(v.pipe(v.string(), v.maxLength(max), storable));

const reportsSchema = v.object({
  reports: v.pipe(
    v.array(
      v.object({
        /** What the sender or carrier calls the message. */
        provider_id: v.pipe(v.string(), v.minLength(1), v.maxLength(200), storable),
        /** Required if messages of several services have this id. */
        service_id: text(64),
        status: v.pipe(
          v.string(),
          v.transform(readStatus),
          v.check((status) => status !== undefined && status !== 'received', 'expected a status'),
        ),
        error_code: text(40),
        error_name: text(80),
        error_permanent: v.optional(v.boolean()),
        /** When the message got the status. */
        at: timestampSchema,
      }),
    ),
    v.maxLength(1_000),
  ),
});

/**
 * Receives delivery reports of the messaging gateway. The signature covers the time, so that an old request cannot be sent again;
 * one that is repeated within minutes changes nothing, because a status never goes backwards.
 */
export async function deliveryReportsRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  const { DELIVERY_REPORTS_SECRET: secret } = context.config;
  if (secret === undefined) return;
  receiveJsonAsText(app);
  const options = { bodyLimit: maxBytes, config: { isCrossSite: true } };
  app.post<{ Body: unknown }>(deliveryReportsPath, options, async (request) => {
    const { body, headers } = request;
    const header = String(headers[signatureHeader] ?? '');
    if (typeof body !== 'string' || !isSigned(body, header, secret))
      return refuseForgery(context, 'delivery-reports', request);
    const { reports } = parse(body);
    // The same request has the same name, so that it charges nothing twice.
    const name = createHash('sha256').update(header).digest('hex').slice(0, 32);
    const apply = () => context.database.asBackground((tx) => applyReports(tx, name, reports));
    const results = await repeatAfterConflict(apply);
    return { success: true, results };
  });
}

function parse(body: string) {
  const { output, issues } = v.safeParse(reportsSchema, jsonOf(body));
  if (issues !== undefined) throw bodyRefusal(issues);
  return output;
}

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
