import { setTimeout as wait } from 'node:timers/promises';
import type { CheckBff } from '../harness/bff.ts';
import { BffClient, storeCookies } from '../harness/bff-client.ts';
import { addCustomer, addService, cloneAccounts, must, testPassword } from '../harness/bff-customer.ts';
import { rawRequest } from '../harness/raw-request.ts';

/** One request and its response. */
export interface Sample {
  kind: 'read' | 'login' | 'payment' | 'report';
  /** `performance.now()` when it started. */
  started: number;
  /** Milliseconds until the end of the response. */
  time: number;
  /** 0 when there was no response. */
  status: number;
  retryAfter: string | undefined;
  /** The id of the acknowledged payment. */
  payment: string | undefined;
}

/** A customer who is logged in, with a voicing service. */
export interface Customer {
  email: string;
  cookies: Record<string, string>;
  service: string;
}

/** A request that has no response after this time is counted as hanging and given up. Milliseconds. */
const patience = 20_000;
const pauseAfterFailure = 100;

/** Registers customers through one BFF, which may not be the one that serves their requests. */
export async function addCustomers(bff: CheckBff, url: string, count: number): Promise<Customer[]> {
  const emails = await cloneAccounts(bff, await addCustomer(bff.url), count);
  const customers: Customer[] = [];
  for (const email of emails) {
    const client = new BffClient(url);
    await must(client, 'POST', '/v1/users/login', { email, password: testPassword });
    const service = await addService(client, 'voicing');
    client.close();
    customers.push({ email, cookies: client.cookies, service });
  }
  return customers;
}

/** What the customers of a check do. Each sends one request at a time, without a pause. */
export class Traffic {
  readonly samples: Sample[] = [];
  readonly #url: string;
  readonly #workers: Promise<void>[] = [];
  #isRunning = true;

  constructor(url: string) {
    this.#url = url;
  }

  /** Reads, and creates a payment or logs in now and then. */
  use(customer: Customer, paths: readonly string[] = reads): void {
    this.#repeat(async (round) => {
      if (round % 5 === 4) await this.#logIn(customer);
      else if (round % 5 === 3) await this.pay(customer);
      else await this.#send('read', paths[round % paths.length] ?? '/', customer);
    });
  }

  /** Requests statistics. */
  report(customer: Customer): void {
    this.#repeat(() => this.#send('report', `/v1/services/${customer.service}/stats`, customer));
  }

  /** Logs in again in the same browser, which goes on with the new session: an account has a limited number of them. */
  login(customer: Customer): Promise<Sample> {
    return this.#send('login', '/v1/users/login', customer, {
      email: customer.email,
      password: testPassword,
    });
  }

  pay(customer: Customer): Promise<Sample> {
    const payment = { service_id: customer.service, amount: '50.00', allow_duplicate: true };
    return this.#send('payment', '/v1/finances/payments/invoices', customer, payment);
  }

  async stop(): Promise<void> {
    this.#isRunning = false;
    await Promise.all(this.#workers);
  }

  #repeat(work: (round: number) => Promise<unknown>): void {
    const run = async () => {
      for (let round = 0; this.#isRunning; round += 1) await work(round);
    };
    this.#workers.push(run());
  }

  /** Like a person, repeats a login that fails: its session may have replaced the old one although the response was lost. */
  async #logIn(customer: Customer): Promise<void> {
    while (this.#isRunning && !isDone(await this.login(customer)));
  }

  async #send(kind: Sample['kind'], path: string, customer: Customer, body?: object): Promise<Sample> {
    const started = performance.now();
    const response = await rawRequest(this.#url, {
      method: body === undefined ? 'GET' : 'POST',
      path,
      body: body && JSON.stringify(body),
      signal: AbortSignal.timeout(patience),
      headers: {
        'x-requested-with': 'portal',
        ...(body && { 'content-type': 'application/json' }),
        cookie: cookiesOf(customer),
      },
    }).catch(() => undefined);
    if (response) storeCookies(customer.cookies, response);
    const sample: Sample = {
      kind,
      started,
      time: performance.now() - started,
      status: response?.status ?? 0,
      retryAfter: response?.headers['retry-after'],
      payment: kind === 'payment' && response?.status === 201 ? paymentIn(response.text) : undefined,
    };
    this.samples.push(sample);
    if (!isDone(sample)) await wait(pauseAfterFailure);
    return sample;
  }
}

function paymentIn(text: string): string {
  return JSON.parse(text).payment.payment_id;
}

function cookiesOf({ cookies }: Customer): string {
  return Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');
}

/** What needs no calls or messages. */
export const readsWithoutTraffic = ['/v1/accounts/profile', '/v1/finances/payments'];
const reads = [...readsWithoutTraffic, '/v1/services/all'];

export function isDone({ status }: Sample): boolean {
  return status >= 200 && status < 300;
}

/** Whether the response asks the client to try again later. */
export function isRefusedProperly({ status, retryAfter }: Sample, expected = [503]): boolean {
  return expected.includes(status) && Number(retryAfter) > 0;
}

/** The time that all but a share of the samples needed, in milliseconds. */
export function percentile(samples: readonly Sample[], share: number): number {
  const times = samples.map(({ time }) => time).sort((a, b) => a - b);
  return times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
}

/** The statuses of the samples with their counts, for a report. */
export function statusesOf(samples: readonly { status: number }[]): string {
  const counts = new Map<number, number>();
  for (const { status } of samples) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts]
    .map(([status, count]) => `${count} × ${status === 0 ? 'no response' : status}`)
    .join(', ');
}
