import type { Books } from './books.ts';
import { worthOf } from './btcpay-events.ts';
import { containedVat, millionths, shown, total } from './exact-amounts.ts';
import { groupBy, sumOf } from './ledger-breaches.ts';
import type { MoneyLog, SettledTransfer } from './money-log.ts';
import { staffBreaches } from './staff-breaches.ts';

const cent = 10_000n;

type Payment = Books['payments'][number];

/** What is wrong with payments. `isFinal`: everything that the provider has settled must be credited by now. */
export function paymentBreaches(
  books: Books,
  log: MoneyLog,
  settled: readonly SettledTransfer[],
  { isFinal }: { isFinal: boolean },
): string[] {
  const receipts = receiptsOf(books);
  const ofProvider = groupBy(settled, ({ payment }) => payment);
  return [
    ...lostAndDoubledTopUps(books, log),
    ...lostTransfers(books, log),
    ...staffBreaches(books, log),
    ...books.payments
      .filter(({ type }) => type === 'top_up')
      .flatMap((payment) => {
        const { payment_id, method } = payment;
        const received = receipts(payment_id);
        const due =
          method === 'crypto'
            ? worthOf(ofProvider.get(payment_id) ?? [])
            : total(
                [...log.transfers.values()]
                  .filter((transfer) => transfer.payment === payment_id)
                  .map(({ amount }) => millionths(amount)),
              );
        const isLate = method === 'crypto' && !isFinal && received < due;
        return [
          ...(received === due || isLate
            ? []
            : [`${payment_id} received ${shown(due)}, posted ${shown(received)}`]),
          ...wrongCredit(books, payment, received),
          ...wrongState(books, log, payment, received),
        ];
      }),
    ...cryptoCredits(books, settled),
  ];
}

/** What entries have received for a payment at the bank and at the crypto provider. */
function receiptsOf({ links, postings }: Books): (payment: string) => bigint {
  const byEntry = groupBy(
    postings.filter(({ kind }) => kind === 'incoming_bank' || kind === 'crypto_clearing'),
    ({ entry_id }) => entry_id,
  );
  const byPayment = groupBy(links, ({ payment_id }) => payment_id);
  return (payment) =>
    -total((byPayment.get(payment) ?? []).map(({ entry_id }) => sumOf(byEntry.get(entry_id) ?? [])));
}

function lostAndDoubledTopUps({ payments }: Books, log: MoneyLog): string[] {
  const acknowledged = [...log.topUps.values()];
  const wanted = new Set(acknowledged.map(({ payment }) => payment));
  const byId = groupBy(payments, ({ payment_id }) => payment_id);
  return [
    ...(wanted.size === acknowledged.length ? [] : ['two keys have the same payment']),
    ...acknowledged.flatMap((topUp) => {
      const stored = byId.get(topUp.payment)?.[0];
      if (stored === undefined) return [`the acknowledged payment ${topUp.number} is lost`];
      const isSame =
        stored.service_id === topUp.service &&
        stored.number === topUp.number &&
        stored.method === topUp.method &&
        stored.gross_amount === topUp.gross &&
        stored.amount === topUp.amount;
      return isSame ? [] : [`payment ${topUp.number} differs from what was acknowledged`];
    }),
    ...payments
      .filter(({ type, payment_id }) => type === 'top_up' && !wanted.has(payment_id))
      .map(({ number }) => `payment ${number} was never acknowledged: a request has created two`),
  ];
}

/** Each transfer that the bank has booked is stored once, for the payment that it names. */
function lostTransfers({ bankEntries }: Books, log: MoneyLog): string[] {
  const byMark = groupBy(bankEntries, ({ remittance }) => /T\d{6}$/.exec(remittance)?.[0] ?? remittance);
  return [
    ...[...log.transfers].flatMap(([mark, { amount, payment }]) => {
      const [stored, ...others] = byMark.get(mark) ?? [];
      if (stored === undefined) return [`the transfer ${mark} is lost`];
      return [
        ...(others.length > 0 ? [`the transfer ${mark} is stored ${others.length + 1} times`] : []),
        ...(millionths(stored.amount) === millionths(amount) && stored.payment_id === payment
          ? []
          : [`the transfer ${mark} was stored with another amount or payment`]),
      ];
    }),
    ...[...byMark.keys()]
      .filter((mark) => !log.transfers.has(mark))
      .map((mark) => `nobody sent the transfer ${mark}`),
  ];
}

/** What reached the balance is what was received, without the VAT that it contains. */
function wrongCredit({ links }: Books, { payment_id, tax_rate }: Payment, received: bigint): string[] {
  const credited = sumOf(links.filter((link) => link.payment_id === payment_id));
  const due = received - containedVat(received, tax_rate);
  return credited === due ? [] : [`${payment_id} was credited ${shown(credited)} of ${shown(due)}`];
}

function wrongState(books: Books, log: MoneyLog, payment: Payment, received: bigint): string[] {
  const { payment_id, method, status, last_event, gross_amount } = payment;
  const isExpected =
    method === 'bank_transfer'
      ? isStateOfTransfer(payment, log, received)
      : isStateOfCrypto(payment, received);
  return [
    ...(status === last_event ? [] : [`the state ${status} of ${payment_id} has no event`]),
    ...(isExpected ? [] : [`${payment_id} is ${status} with ${shown(received)} of ${gross_amount}`]),
    ...(method === 'bank_transfer' ? wrongReceived(payment, received) : []),
    ...(isRefunded(status) && !books.payments.some(({ type }) => type === 'refund')
      ? [`${payment_id} has no refund`]
      : []),
  ];
}

function isStateOfTransfer(
  { payment_id, status, gross_amount }: Payment,
  log: MoneyLog,
  received: bigint,
): boolean {
  if (received >= millionths(gross_amount)) return isPaid(status);
  if (log.canceled.has(payment_id)) return status === 'canceled';
  return status === (received === 0n ? 'pending' : 'partially_paid');
}

/** The provider accepts that a little is missing, and a late part expires. */
function isStateOfCrypto({ status, gross_amount }: Payment, received: bigint): boolean {
  return received >= millionths(gross_amount) ? isPaid(status) : !isPaid(status) || received > 0n;
}

function isPaid(status: string): boolean {
  return status === 'paid' || isRefunded(status);
}

function isRefunded(status: string): boolean {
  return status === 'refunded' || status === 'partially_refunded';
}

function wrongReceived({ payment_id, paid_amount, paid_currency }: Payment, received: bigint): string[] {
  const isShown = received === 0n || (paid_currency !== null && millionths(paid_amount ?? '0') === received);
  return isShown ? [] : [`${payment_id} shows ${paid_amount} as received, not ${shown(received)}`];
}

/** Each entry of the provider credits one settled transfer with its worth, or with a cent more or less: the sum is rounded. */
function cryptoCredits(
  { entries, postings, cryptoTransfers }: Books,
  settled: readonly SettledTransfer[],
): string[] {
  const byEntry = groupBy(
    postings.filter(({ kind }) => kind === 'crypto_clearing'),
    ({ entry_id }) => entry_id,
  );
  const stored = new Map(cryptoTransfers.map((each) => [`${each.invoice_id}:${each.transaction_id}`, each]));
  const byKey = new Map(entries.map((entry) => [entry.event_key, entry]));
  return settled.flatMap((transfer) => {
    const { invoice, id } = transfer;
    const entry = byKey.get(`provider:btcpay:${invoice}:${id}`);
    if (entry === undefined) return [];
    const posted = -sumOf(byEntry.get(entry.entry_id) ?? []);
    const noted = stored.get(`${invoice}:${id}`)?.credited ?? '0';
    const worth = worthOf([transfer]);
    const difference = posted - worth;
    return difference <= cent && difference >= -cent && millionths(noted) === posted
      ? []
      : [`the transfer ${id} of ${invoice} is worth ${shown(worth)}, posted ${shown(posted)}`];
  });
}
