import type { Books } from './books.ts';
import { millionths, shareOfVat, shown } from './exact-amounts.ts';
import { groupBy, sumOf } from './ledger-breaches.ts';
import type { MoneyLog } from './money-log.ts';

/** What is wrong with what the staff have booked: each action is booked once, with its amount. */
export function staffBreaches(books: Books, log: MoneyLog): string[] {
  const { staffActions: stored, payments, links, entries } = books;
  const byKey = groupBy(stored, ({ action_key }) => action_key);
  const byId = new Map(payments.map((payment) => [payment.payment_id, payment]));
  const booked = payments.filter(({ type }) => type !== 'top_up').length;
  const wrongActions = [...log.staffActions].flatMap(([key, { service, amount, refunded }]) => {
    const entry = entries.find(({ event_key }) => event_key === `staff:${key}`);
    const link = links.find(({ entry_id }) => entry_id === entry?.entry_id);
    if (byKey.get(key)?.length !== 1 || entry === undefined || link === undefined)
      return [`the staff action ${key} is lost`];
    const given = millionths(amount);
    const due = refunded === undefined ? given : -netOfRefund(books, refunded, given, entry.entry_id);
    const isOfService = byId.get(link.payment_id)?.service_id === service;
    return isOfService && millionths(link.amount) === due
      ? []
      : [`the staff action ${key} differs: ${link.amount} booked, ${shown(due)} due, ${amount} given`];
  });
  const isNumberRight = booked === log.staffActions.size;
  return [
    ...(isNumberRight ? [] : [`${booked} payments of ${log.staffActions.size} staff actions`]),
    ...wrongActions,
  ];
}

/**
 * What `gross`, given back of a payment for the first time, is without VAT. It is taken from the latest receipts, and each has its share of
 * the VAT that it was posted with: whole receipts that are given back have exactly their VAT.
 */
function netOfRefund({ links, postings }: Books, payment: string, gross: bigint, refund: string): bigint {
  const receipts = links
    .filter(({ payment_id, entry_id }) => payment_id === payment && Number(entry_id) < Number(refund))
    .toSorted((a, b) => Number(b.entry_id) - Number(a.entry_id));
  let [left, net] = [gross, 0n];
  for (const { entry_id } of receipts) {
    const ofEntry = postings.filter((posting) => posting.entry_id === entry_id);
    const vat = sumOf(ofEntry.filter(({ kind }) => kind === 'vat'));
    const received = -sumOf(
      ofEntry.filter(({ kind }) => kind === 'incoming_bank' || kind === 'crypto_clearing'),
    );
    const taken = left < received ? left : received;
    left -= taken;
    net += taken - shareOfVat(vat, taken, received);
  }
  return net;
}
