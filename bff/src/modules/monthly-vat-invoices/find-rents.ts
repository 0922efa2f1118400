import { DateTime } from 'luxon';
import type { Queryable } from '../../database/database.ts';
import { Big } from '../../listing/decimal.ts';
import { findNumbersInUse, type RentedNumberTerms } from '../number-rents/number-charges.repository.ts';
import { nextStep, type RentTerms } from '../number-rents/rent-steps.ts';
import type { Usage } from './invoice-arithmetic.ts';
import type { BilledMonth } from './usage.repository.ts';

/**
 * Returns the rents and set-up fees that fall due until the end of a month and have not been charged yet: a line for each number
 * and month. What is charged is part of the balance.
 */
export async function findRents(db: Queryable, month: BilledMonth): Promise<Usage[]> {
  const { accountId: account_id, serviceId: service_id, type } = month;
  const numbers = await findNumbersInUse(db, { account_id, service_id });
  const service_type = type === 'messaging' ? 'messaging' : 'voicing';
  return numbers
    .flatMap((number) => upcoming(number, month))
    .map((line) => ({ ...line, service_type, quantity: '1' }));
}

type Line = Pick<Usage, 'code' | 'description' | 'params' | 'unit' | 'amount'>;

function upcoming(number: RentedNumberTerms, { period }: BilledMonth): Line[] {
  const { monthly_price, setup_price } = number;
  const today = DateTime.now().setZone(period.timezone).toFormat('yyyy-MM-dd');
  const lines: Line[] = [];
  let terms: RentTerms = number;
  for (;;) {
    const due = nextStep(terms, period.end_date, today);
    if (due?.step !== 'charge') return lines.filter(({ amount }) => new Big(amount).gt(0));
    if (due.isFirst) {
      const params = { number: number.number };
      const description = `Set-up of ${number.number}`;
      lines.push({ code: 'number_setup', description, params, unit: 'piece', amount: setup_price });
    }
    const params = { price: monthly_price };
    const description = `Rented numbers at ${monthly_price}`;
    lines.push({ code: 'number_rental', description, params, unit: 'month', amount: monthly_price });
    terms = due.after;
  }
}
