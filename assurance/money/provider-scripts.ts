import { inBtc, unitsDue } from './btc-units.ts';
import type { BtcpayInvoice, BtcpayPayment } from './btcpay-server.ts';
import type { SeededRandom } from './seeded-random.ts';

/** Something that happens at the provider. */
export interface ProviderAct {
  name: string;
  /** Changes the provider's record. */
  perform(): void;
}

type Build = (invoice: BtcpayInvoice, random: SeededRandom) => ProviderAct[];

/** What can happen to an invoice, from its creation to its end. */
const stories: readonly Build[] = [
  (invoice, random) => [...transfer(invoice, random, 100, 'paid'), settle(invoice)],
  (invoice, random) => [
    ...transfer(invoice, random, 30, 'part'),
    ...transfer(invoice, random, 30, 'part'),
    ...transfer(invoice, random, 41, 'paid in parts'),
    settle(invoice),
  ],
  (invoice, random) => [...transfer(invoice, random, 130, 'too much'), settle(invoice)],
  (invoice, random) => [...transfer(invoice, random, 50, 'part'), expire(invoice)],
  (invoice, random) => [expire(invoice), ...transfer(invoice, random, 100, 'late')],
  (invoice, random) => [
    ...transfer(invoice, random, 60, 'part'),
    expire(invoice),
    ...transfer(invoice, random, 40, 'late rest'),
  ],
  (invoice, random) => [
    ...transfer(invoice, random, 100, 'paid'),
    settle(invoice),
    ...transfer(invoice, random, 20, 'paid again'),
  ],
  (invoice) => [detect(invoice, 100, '0.0'), invalidate(invoice)],
  (invoice) => [expire(invoice)],
];

/** A story for an invoice, chosen at random. */
export function storyOf(invoice: BtcpayInvoice, random: SeededRandom): ProviderAct[] {
  return random.pick(stories)(invoice, random);
}

/** A transfer that is seen and then settled; some cost the provider's fee. */
function transfer(
  invoice: BtcpayInvoice,
  random: SeededRandom,
  percent: number,
  name: string,
): ProviderAct[] {
  const fee = random.chance(0.2) ? '0.00000123' : '0.0';
  const isSeen = random.chance(0.7);
  const confirm: ProviderAct = {
    name: `settled: ${name}`,
    perform: () => {
      if (!isSeen) add(invoice, percent, fee);
      invoice.payments = invoice.payments.map((payment) => ({ ...payment, status: 'Settled' }));
    },
  };
  return isSeen ? [detect(invoice, percent, fee), confirm] : [confirm];
}

function detect(invoice: BtcpayInvoice, percent: number, fee: string): ProviderAct {
  return { name: 'seen', perform: () => add(invoice, percent, fee) };
}

function add(invoice: BtcpayInvoice, percent: number, fee: string): void {
  const payment: BtcpayPayment = {
    id: `${invoice.id}-${invoice.payments.length}`,
    receivedDate: Math.floor(Date.now() / 1000),
    value: inBtc((unitsDue(invoice.amount) * BigInt(percent)) / 100n + 1n),
    fee,
    status: 'Processing',
  };
  invoice.payments = [...invoice.payments, payment];
}

function settle(invoice: BtcpayInvoice): ProviderAct {
  return { name: 'invoice settled', perform: () => Object.assign(invoice, { status: 'Settled' }) };
}

function expire(invoice: BtcpayInvoice): ProviderAct {
  const expirationTime = Math.floor(Date.now() / 1000) - 1;
  return {
    name: 'invoice expired',
    perform: () => Object.assign(invoice, { status: 'Expired', expirationTime }),
  };
}

function invalidate(invoice: BtcpayInvoice): ProviderAct {
  const invalid = (payment: BtcpayPayment): BtcpayPayment => ({ ...payment, status: 'Invalid' });
  return {
    name: 'double-spent',
    perform: () => Object.assign(invoice, { status: 'Invalid', payments: invoice.payments.map(invalid) }),
  };
}
