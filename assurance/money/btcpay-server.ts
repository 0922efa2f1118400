import { createServer, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { type BtcUnits, inBtc, unitsDue, unitsIn } from './btc-units.ts';

/** A transfer as the Greenfield API reports it. */
export interface BtcpayPayment {
  id: string;
  /** Seconds since 1970. */
  receivedDate: number;
  value: string;
  fee: string;
  status: 'Processing' | 'Settled' | 'Invalid';
}

export interface BtcpayInvoice {
  id: string;
  amount: string;
  /** The portal's payment. */
  orderId: string;
  method: string;
  createdTime: number;
  expirationTime: number;
  monitoringExpiration: number;
  status: 'New' | 'Processing' | 'Settled' | 'Expired' | 'Invalid';
  payments: BtcpayPayment[];
}

export interface BtcpayServer extends AsyncDisposable {
  url: string;
  /** By their ids, in the order of their creation. */
  invoices: Map<string, BtcpayInvoice>;
}

export const btcpayRate = '95000.00';
export const btcpayStore = 'store_of_bars';
export const btcpayKey = 'key-of-the-bars';

interface Order {
  amount: string;
  metadata: { orderId: string };
  checkout: { paymentMethods: string[]; expirationMinutes: number; monitoringMinutes: number };
}

/** A store of BTCPay Server: what the portal uses of its published Greenfield API, version 1. The checks decide what it has received. */
export async function startBtcpayServer(): Promise<BtcpayServer> {
  const invoices = new Map<string, BtcpayInvoice>();
  const respond = async (request: IncomingMessage): Promise<unknown> => {
    const [, pair] =
      /^\/api\/v1\/stores\/store_of_bars\/rates\?currencyPair=(\w+)$/.exec(request.url ?? '') ?? [];
    if (pair !== undefined) return [{ currencyPair: pair, errors: [], rate: btcpayRate }];
    const path = /^\/api\/v1\/stores\/store_of_bars\/invoices(?:\/(\w+)(\/payment-methods)?)?(?:\?|$)/;
    const [, id, methods] = path.exec(request.url ?? '') ?? [];
    if (request.method === 'POST') {
      const invoice = createInvoice((await json(request)) as Order, invoices.size + 1);
      invoices.set(invoice.id, invoice);
      return shown(invoice);
    }
    const invoice = invoices.get(id ?? '');
    if (invoice === undefined) return undefined;
    return methods === undefined ? shown(invoice) : [methodOf(invoice)];
  };
  const server = createServer(async (request, response) => {
    const isKnown = request.headers.authorization === `token ${btcpayKey}`;
    const content = isKnown ? await respond(request) : undefined;
    response.writeHead(content === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(content ?? { code: 'not-found' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    invoices,
    [Symbol.asyncDispose]: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

function createInvoice({ amount, metadata, checkout }: Order, number: number): BtcpayInvoice {
  const createdTime = Math.floor(Date.now() / 1000);
  const expirationTime = createdTime + checkout.expirationMinutes * 60;
  return {
    id: `Inv${number}`,
    amount,
    orderId: metadata.orderId,
    method: checkout.paymentMethods[0] ?? '',
    createdTime,
    expirationTime,
    monitoringExpiration: expirationTime + checkout.monitoringMinutes * 60,
    status: 'New',
    payments: [],
  };
}

function shown({ id, amount, createdTime, expirationTime, monitoringExpiration, status }: BtcpayInvoice) {
  const times = { createdTime, expirationTime, monitoringExpiration };
  return {
    id,
    storeId: btcpayStore,
    amount,
    currency: 'EUR',
    status,
    additionalStatus: 'None',
    checkoutLink: null,
    ...times,
  };
}

function methodOf({ amount, method, payments }: BtcpayInvoice) {
  const wanted = unitsDue(amount);
  const counting = payments.filter(({ status }) => status !== 'Invalid');
  const paid = counting.reduce<BtcUnits>((sum, { value, fee }) => sum + unitsIn(value) - unitsIn(fee), 0n);
  const due = wanted > paid ? wanted - paid : 0n;
  return {
    activated: true,
    paymentMethodId: method,
    currency: 'BTC',
    destination: 'bc1qaddressofthebars',
    paymentLink: `bitcoin:bc1qaddressofthebars?amount=${inBtc(wanted)}`,
    rate: btcpayRate,
    totalPaid: inBtc(paid),
    due: inBtc(due),
    amount: inBtc(wanted),
    paymentMethodFee: '0.00000000',
    payments: payments.map((payment) => ({ ...payment, destination: 'bc1qaddressofthebars' })),
  };
}
