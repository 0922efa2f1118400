import { createServer } from 'node:http';
import { Big } from '../../listing/decimal.ts';
import { testPort } from '../../testing/local-port.ts';

interface FakePayment {
  id: string;
  receivedDate: number;
  value: string;
  fee: string;
  status: 'Processing' | 'Settled' | 'Invalid';
  destination: string;
}

interface FakeInvoice {
  id: string;
  amount: string;
  currency: string;
  checkout: { paymentMethods: string[]; expirationMinutes: number; monitoringMinutes: number };
  metadata: { orderId: string };
  createdTime: number;
  expirationTime: number;
  status: string;
  additionalStatus: string;
  payments: FakePayment[];
}

/** Implements what the portal uses of the published Greenfield API, version 1, for the store `store_of_tests`, while tests run. */
export function startFakeBtcpay({ apiKey, rate }: { apiKey: string; rate: string }) {
  const invoices = new Map<string, FakeInvoice>();
  const asked: { method: string; path: string; body: unknown }[] = [];
  let today: string | null = rate;
  let failure: number | 'nonsense' | undefined;
  let checkoutOrigin: string | undefined;

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = '', url = '' } = request;
    const body = chunks.length === 0 ? undefined : JSON.parse(Buffer.concat(chunks).toString());
    asked.push({ method, path: url, body });
    const respond = (status: number, content: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(content));
    };
    if (request.headers.authorization !== `token ${apiKey}`) return respond(401, { code: 'unauthenticated' });
    if (typeof failure === 'number') return respond(failure, { code: 'generic-error' });
    if (failure === 'nonsense') return respond(200, { hello: 'world' });
    const pair = /^\/api\/v1\/stores\/store_of_tests\/rates\?currencyPair=(\w+)$/.exec(url)?.[1];
    if (pair !== undefined) return respond(200, [{ currencyPair: pair, errors: [], rate: today }]);
    return respondToInvoices(method, url, body, respond);
  });

  type Respond = (status: number, content: unknown) => void;

  function respondToInvoices(
    method: string,
    url: string,
    body: Parameters<typeof create>[0],
    respond: Respond,
  ) {
    const [, id, more] =
      /^\/api\/v1\/stores\/store_of_tests\/invoices(?:\/(\w+)(\/payment-methods)?)?(?:\?|$)/.exec(url) ?? [];
    if (method === 'POST' && id === undefined) return respond(200, shown(create(body)));
    const invoice = invoices.get(id ?? '');
    if (invoice === undefined) return respond(404, { code: 'invoice-not-found' });
    return respond(200, more === undefined ? shown(invoice) : [methodOf(invoice)]);
  }

  const port = testPort(server);
  const url = () => `http://127.0.0.1:${port()}`;

  function create(body: Pick<FakeInvoice, 'amount' | 'currency' | 'checkout' | 'metadata'>): FakeInvoice {
    const createdTime = Math.floor(Date.now() / 1000);
    const invoice: FakeInvoice = {
      ...body,
      id: `Inv${invoices.size + 1}`,
      createdTime,
      expirationTime: createdTime + body.checkout.expirationMinutes * 60,
      status: 'New',
      additionalStatus: 'None',
      payments: [],
    };
    invoices.set(invoice.id, invoice);
    return invoice;
  }

  function shown({ payments: _, ...invoice }: FakeInvoice) {
    const { id, expirationTime, checkout } = invoice;
    return {
      ...invoice,
      storeId: 'store_of_tests',
      type: 'Standard',
      checkoutLink: `${checkoutOrigin ?? url()}/i/${id}`,
      monitoringExpiration: expirationTime + checkout.monitoringMinutes * 60,
      availableStatusesForManualMarking: ['Settled', 'Invalid'],
      archived: false,
    };
  }

  function methodOf({ amount, checkout, payments }: FakeInvoice) {
    const due = new Big(amount).div(rate).round(8, Big.roundUp);
    const paid = payments
      .filter(({ status }) => status !== 'Invalid')
      .reduce((sum, { value, fee }) => sum.plus(value).minus(fee), new Big(0));
    const destination = 'bc1qfakeaddressfortests';
    return {
      activated: true,
      paymentMethodId: checkout.paymentMethods[0],
      currency: 'BTC',
      destination,
      paymentLink: `bitcoin:${destination}?amount=${due.toFixed(8)}`,
      rate,
      paymentMethodPaid: paid.toFixed(8),
      totalPaid: paid.toFixed(8),
      due: due.minus(paid).toFixed(8),
      amount: due.toFixed(8),
      paymentMethodFee: '0.00000000',
      payments,
      additionalData: {},
    };
  }

  return {
    url,
    asked,
    /** Changes the latest invoice. */
    change: (changes: Partial<FakeInvoice>): FakeInvoice => {
      const invoice = [...invoices.values()].at(-1);
      if (invoice === undefined) throw new Error('no invoice');
      return Object.assign(invoice, changes);
    },
    /** Sets the rate of the market; an invoice keeps its own. Null: the server does not know it. */
    setRate: (next: string | null) => {
      today = next;
    },
    /** Lets every request fail with a status, or get an unexpected response. */
    failWith: (next: number | 'nonsense' | undefined) => {
      failure = next;
    },
    /** Sets where the invoices' pages are said to be; without an origin on this server. */
    setCheckoutOrigin: (origin?: string) => {
      checkoutOrigin = origin;
    },
  };
}
