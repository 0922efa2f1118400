import type { DateTime } from 'luxon';
import type { AccountRow } from '../accounts/accounts.repository.ts';
import type { Queryable } from '../database/database.ts';
import { composeInvoice, type Tax, type Usage } from '../modules/monthly-vat-invoices/invoice-arithmetic.ts';
import {
  type BilledMonth,
  findUsage,
  findUsageSummary,
  type UsageSummary,
} from '../modules/monthly-vat-invoices/usage.repository.ts';
import type { ServiceRow } from '../modules/services/services.repository.ts';

export interface DemoMonth {
  month: BilledMonth;
  start: DateTime;
  issued: DateTime;
  usages: Usage[];
  summary: UsageSummary;
  tax: Tax;
  gross: string;
}

/** The months before the anchor's, with what their invoices come to. In the first the customer was still a Latvian one. */
export async function demoMonths(
  tx: Queryable,
  account: AccountRow,
  service: ServiceRow,
  anchor: DateTime,
  count: number,
): Promise<DemoMonth[]> {
  const months: DemoMonth[] = [];
  for (let index = 0; index < count; index += 1) {
    const start = anchor.startOf('month').minus({ months: count - index });
    const issued = start.plus({ months: 1 });
    const month = {
      accountId: account.account_id,
      service,
      startDate: start.toISODate() ?? '',
      endDate: start.endOf('month').toISODate() ?? '',
      startUtc: start.toUTC().toISO() ?? '',
      endUtc: issued.toUTC().toISO() ?? '',
    };
    const usages = await findUsage(tx, month);
    const summary = await findUsageSummary(tx, month);
    const tax: Tax =
      index === 0
        ? { treatment: 'reverse_charge', rate: '0.00' }
        : { treatment: 'standard', rate: account.tax_value };
    months.push({ month, start, issued, usages, summary, tax, gross: composeInvoice(usages, tax).gross });
  }
  return months;
}
