import { DateTime } from 'luxon';
import type { NumberCharge } from '../number-rents/number-charges.repository.ts';
import { sumOf, type Usage } from './invoice-arithmetic.ts';
import type { MonthClosing } from './month-closings.repository.ts';
import type { BilledMonth } from './usage.repository.ts';

type ServiceType = Usage['service_type'];

/**
 * Returns the lines of number charges: rents of the same price together, each set-up alone. Charges that fell due in a closed
 * month have lines of their own, which name that month.
 */
export function chargeLines(
  { type, period }: Pick<BilledMonth, 'type' | 'period'>,
  charges: readonly NumberCharge[],
  closings: readonly MonthClosing[],
): Usage[] {
  const serviceType: ServiceType = type === 'messaging' ? 'messaging' : 'voicing';
  const groups = Map.groupBy(charges, (charge) => {
    const month = monthOf(charge, closings) ?? period.start_date.slice(0, 7);
    return [month, charge.kind, charge.kind === 'setup' ? charge.number : charge.amount].join(' ');
  });
  const lines = [...groups.values()].map((group) => lineOf(group, closings, serviceType));
  // The month's own lines first, then rents before set-ups, the most expensive first.
  return lines.toSorted(
    (a, b) =>
      (a.params?.['month'] ?? '').localeCompare(b.params?.['month'] ?? '') ||
      a.code.localeCompare(b.code) ||
      Number(b.amount) - Number(a.amount) ||
      a.description.localeCompare(b.description),
  );
}

/** The closed month in which a charge fell due, `YYYY-MM`; undefined if that month is not closed yet. */
function monthOf({ occurred_at }: NumberCharge, closings: readonly MonthClosing[]): string | undefined {
  const moment = DateTime.fromISO(occurred_at);
  return closings.find(({ period_end }) => DateTime.fromISO(period_end) > moment)?.month.slice(0, 7);
}

function lineOf(
  group: readonly NumberCharge[],
  closings: readonly MonthClosing[],
  service_type: ServiceType,
): Usage {
  const [first] = group;
  if (first === undefined) throw new RangeError('a line has at least one charge');
  const late = monthOf(first, closings);
  const month = late === undefined ? {} : { month: late };
  const suffix = late === undefined ? '' : ` (${late})`;
  const amount = sumOf(group.map((charge) => charge.amount)).toFixed(2);
  if (first.kind === 'setup')
    return {
      code: 'number_setup',
      description: `Set-up of ${first.number}${suffix}`,
      params: { number: first.number, ...month },
      service_type,
      quantity: '1',
      unit: 'piece',
      amount,
    };
  return {
    code: 'number_rental',
    description: `Rented numbers at ${first.amount}${suffix}`,
    params: { price: first.amount, ...month },
    service_type,
    quantity: String(group.length),
    unit: 'month',
    amount,
  };
}
