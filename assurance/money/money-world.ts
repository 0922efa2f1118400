import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { btcpaySettings } from './btcpay-events.ts';
import { type BtcpayServer, startBtcpayServer } from './btcpay-server.ts';
import {
  type CommandRun,
  type KillablePortal,
  startKillablePortal,
  untilSuccessful,
} from './killable-portal.ts';
import { type MoneyLog, newMoneyLog } from './money-log.ts';
import { addPayers, type Payer, type topUp } from './paying-customers.ts';
import type { SeededRandom } from './seeded-random.ts';

export type AwaitedTransfer = Awaited<ReturnType<typeof topUp>> & { missing: bigint };

/** A portal with customers, a bank and a crypto provider. */
export interface MoneyWorld {
  portal: KillablePortal;
  btcpay: BtcpayServer;
  payers: Payer[];
  log: MoneyLog;
  random: SeededRandom;
  /** The first month of the services, `YYYY-MM`. */
  firstMonth: string;
  /** The number of the last month that has ended. */
  lastMonth: number;
  /** Top-ups by bank whose money has not arrived. */
  awaited: AwaitedTransfer[];
  /** Marks of transfers and numbers of calls so far. */
  count: { transfers: number; calls: number; actions: number };
}

const customers = 4;
/** Price per minute to all of Estonia. */
const prices = `prefix,country,destination,number_type,rate_initial_interval,rate_initial,rate_next_interval,rate_next,fee
372,ee,Estonia,fixed,60,0.030000,1,0.030000,0
`;

/** The portal closes all months that have ended once an hour; the rounds close one month each. */
const withoutScheduledClosing = `
  create function skip_schedule() returns trigger language plpgsql as 'begin return null; end';
  create trigger skip_closing before insert or update on pgboss.schedule for each row when (new.name = 'close-months')
    execute function skip_schedule();
  delete from pgboss.schedule where name = 'close-months'`;

/** Starts a portal whose services have existed for `months` months. */
export async function startMoneyWorld(
  months: number,
  random: SeededRandom,
): Promise<MoneyWorld & AsyncDisposable> {
  const btcpay = await startBtcpayServer();
  const portal = await startKillablePortal(btcpaySettings(btcpay)).catch(async (error: unknown) => {
    await btcpay[Symbol.asyncDispose]();
    throw error;
  });
  const now = new Date();
  const firstMonth = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1))
    .toISOString()
    .slice(0, 7);
  const stop = async () => {
    await portal[Symbol.asyncDispose]();
    await btcpay[Symbol.asyncDispose]();
  };
  try {
    await portal.database.query(withoutScheduledClosing);
    const payers = await addPayers(portal.url, portal.database, customers, `${firstMonth}-10`);
    const file = await fileIn(portal, 'prices.csv', prices);
    await must(
      portal.command('staff', 'bff/src/modules/rates/prices-load.ts', [
        '--list',
        'bars',
        '--currency',
        'eur',
        file,
      ]),
    );
    const count = { transfers: 0, calls: 0, actions: 0 };
    const world = {
      portal,
      btcpay,
      payers,
      log: newMoneyLog(),
      random,
      firstMonth,
      lastMonth: months - 1,
      awaited: [],
      count,
    };
    return { ...world, [Symbol.asyncDispose]: stop };
  } catch (error) {
    console.error(portal.log());
    await stop();
    throw error;
  }
}

/** The month with this number, the first one being 0. */
export function monthOf({ firstMonth }: Pick<MoneyWorld, 'firstMonth'>, index: number): string {
  const [year = 0, month = 0] = firstMonth.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 + index, 1)).toISOString().slice(0, 7);
}

/** Writes a file for a command and returns its path. */
export async function fileIn({ dataFolder }: Pick<KillablePortal, 'dataFolder'>, name: string, text: string) {
  const file = path.join(dataFolder, name);
  await writeFile(file, text);
  return file;
}

async function must(running: Promise<CommandRun>): Promise<void> {
  const run = await running;
  await untilSuccessful(async () => run);
}
