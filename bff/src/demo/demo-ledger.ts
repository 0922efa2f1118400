import { Big } from '../listing/decimal.ts';

/** Money that a service was credited with, at a moment. */
export interface Credit {
  payment_id: string;
  createdMs: number;
  date: string;
  amount: string;
}

/** Rounded up to a step that people top up by. */
export function roundUp(amount: Big, step: number): Big {
  return amount.div(step).round(0, Big.roundUp).times(step);
}

/**
 * Pays invoices out of what was credited, the oldest credit first, and out of nothing that came after the invoice.
 * Returns the parts of the credits that each invoice took.
 */
export function allocate(
  credits: readonly Credit[],
  invoices: readonly { gross: string; issuedMs: number }[],
) {
  const rest = credits.map((credit) => ({ ...credit, left: new Big(credit.amount) }));
  rest.sort((a, b) => a.createdMs - b.createdMs);
  // What was paid back comes off the credits before it, the latest first: off the payment that it gives back.
  for (const [index, negative] of rest.entries()) {
    if (negative.left.gte(0)) continue;
    let owed = negative.left.abs();
    for (const credit of rest.slice(0, index).reverse()) {
      const taken = credit.left.gt(0) ? minimum(credit.left, owed) : new Big(0);
      credit.left = credit.left.minus(taken);
      owed = owed.minus(taken);
    }
  }
  return invoices.map(({ gross, issuedMs }) => {
    let due = new Big(gross);
    const taken: { payment_id: string; date: string; amount: string }[] = [];
    for (const credit of rest) {
      if (due.lte(0)) break;
      if (credit.createdMs > issuedMs || credit.left.lte(0)) continue;
      const amount = minimum(credit.left, due);
      credit.left = credit.left.minus(amount);
      due = due.minus(amount);
      taken.push({ payment_id: credit.payment_id, date: credit.date, amount: amount.toFixed(2) });
    }
    return taken;
  });
}

function minimum(a: Big, b: Big): Big {
  return a.lt(b) ? a : b;
}
