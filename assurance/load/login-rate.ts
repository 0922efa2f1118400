import { setTimeout as wait } from 'node:timers/promises';
import { BffClient } from '../harness/bff-client.ts';
import type { BffCustomer } from '../harness/bff-customer.ts';
import { percentile } from '../harness/percentile.ts';

const measuredSeconds = 15;
const loginConnections = 8;
/** Pause of the other customer between requests, in milliseconds. */
const pauseMs = 15;

interface Measured {
  /** Successful logins per second. */
  logins: number;
  /** 99th percentile of the other customer's requests without logins, in milliseconds. */
  quiet: number;
  /** The same during the logins. */
  others: number;
}

/** Logs many customers in from several addresses, while another customer reads profile and services. */
export async function measureLogins(
  url: string,
  { customer, emails, password }: { customer: BffCustomer; emails: readonly string[]; password: string },
): Promise<Measured> {
  const use = () => timesOf(customer.client, measuredSeconds);
  const quiet = percentile(await use(), 0.99);
  let count = 0;
  let isOver = false;
  const loops = Array.from({ length: loginConnections }, async (_, index) => {
    for (let turn = index; !isOver; turn += loginConnections) {
      const client = new BffClient(url);
      const { status } = await client.send({
        method: 'POST',
        path: '/v1/users/login',
        body: { email: emails[turn % emails.length], password },
        // The passwords of one address are hashed one at a time.
        from: `127.8.0.${index + 1}`,
      });
      client.close();
      if (status === 200) count += 1;
    }
  });
  const started = performance.now();
  const others = percentile(await use(), 0.99);
  const seconds = (performance.now() - started) / 1000;
  isOver = true;
  const logins = count / seconds;
  await Promise.all(loops);
  return { logins, quiet, others };
}

async function timesOf(client: BffClient, seconds: number): Promise<number[]> {
  const times: number[] = [];
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    for (const path of ['/v1/accounts/profile', '/v1/services/all']) {
      const { status, time } = await client.get(path);
      if (status !== 200) throw new Error(`${path} returned ${status}`);
      times.push(time);
    }
    await wait(pauseMs);
  }
  return times;
}
