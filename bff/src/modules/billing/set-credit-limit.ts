import * as v from 'valibot';
import { sql } from '../../database/sql.ts';
import { OperatorError } from '../../errors/operator-error.ts';
import { defineStaffCommand, staffArguments } from '../../staff/staff-command.ts';
import { lockService } from './lock-service.ts';

/** Sets how far a balance may fall below zero. */
export const creditLimit = defineStaffCommand({
  schema: v.strictObject({ service: staffArguments.service, amount: staffArguments.amount }),
  act: async (tx, _action, { service, amount }) => {
    if (amount.startsWith('-')) throw new OperatorError('--amount is negative: a limit is zero or more.');
    const { account_id, service_id, credit_limit, currency } = await lockService(tx, service);
    const { after } = await tx.one<{ after: string }>(sql`
      update services set credit_limit = ${amount}, updated = now()
      where account_id = ${account_id} and service_id = ${service_id}
      returning credit_limit::text as after`);
    return { account_id, changed: { service_id, before: credit_limit, after, currency } };
  },
});
