import { setTimeout as sleep } from 'node:timers/promises';
import { localeOf } from '@portal/contract/language';
import { DateTime } from 'luxon';
import * as v from 'valibot';
import { type AccountRow, findAccount } from '../../../accounts/accounts.repository.ts';
import type { AppContext } from '../../../app/context.ts';
import type { Transaction } from '../../../database/database.ts';
import { mailDay } from '../../../mail/mail-formats.ts';
import { defineJob } from '../../../queue/queue.ts';
import { hashToken, newToken } from '../../../secrets/secrets.ts';
import {
  claimExport,
  deleteParts,
  type RunningExport,
  updateFailed,
  updateHeartbeat,
  updateQueued,
  updateReady,
} from './export-work.repository.ts';
import { ExportStopped, ExportTooLarge, storeFile } from './store-file.ts';

/** How often an export is begun before a fault ends it. */
const mostAttempts = 4;

const heartbeatMs = 1_000;

type Context = Pick<AppContext, 'database' | 'load' | 'mailer' | 'log'>;

/** Makes the files of an account one after the other; without any left it does nothing. */
export function runExportsJob(context: Context) {
  return defineJob({
    name: 'exports',
    schema: v.object({ account_id: v.string() }),
    concurrency: 2,
    run: async ({ account_id }) => {
      const claim = () => context.database.asBackground((tx) => claimExport(tx, account_id));
      for (let next = await claim(); next !== undefined; next = await claim()) await runExport(context, next);
    },
  });
}

/** Makes one file. After a fault it starts again later: throws, so that the queue repeats the job. */
async function runExport(context: Context, claimed: RunningExport): Promise<void> {
  const stop = new AbortController();
  const ended = new AbortController();
  const watched = watch(context, claimed, { stop, ended: ended.signal });
  try {
    // A file may take minutes: the customer's own reports find half of the account's share free.
    const size = await context.load.ofProgram(() => storeFile(context, claimed, stop.signal));
    await complete(context, claimed, size);
  } catch (error) {
    await settle(context, claimed, stop.signal.aborted ? new ExportStopped() : error);
  } finally {
    ended.abort();
    await watched;
  }
}

async function settle(context: Context, claimed: RunningExport, err: unknown): Promise<void> {
  const { database, log } = context;
  await database.asBackground(async (tx) => {
    await deleteParts(tx, claimed);
    if (err instanceof ExportStopped) return;
    if (err instanceof ExportTooLarge) await fail(context, tx, claimed, 'too_large');
    else if (claimed.attempt < mostAttempts) await updateQueued(tx, claimed);
    else await fail(context, tx, claimed, 'internal');
  });
  if (err instanceof ExportStopped || err instanceof ExportTooLarge) return;
  if (claimed.attempt < mostAttempts) throw err;
  log.error({ err, export: claimed.export_id }, 'export failed');
}

/** Marks the file as failed and mails that, unless it was cancelled meanwhile. */
async function fail(
  { mailer }: Context,
  tx: Transaction,
  claimed: RunningExport,
  failure: 'too_large' | 'internal',
): Promise<void> {
  const hasFailed = await updateFailed(tx, claimed, failure);
  const account = await findAccount(tx, claimed.account_id);
  if (!hasFailed || account === undefined) return;
  await mailer.send(tx, account, 'export_failed', describe(claimed, account));
}

/** Says each second that this process is alive, and stops it when the export was cancelled or taken over. */
async function watch(
  { database }: Context,
  claimed: RunningExport,
  { stop, ended }: { stop: AbortController; ended: AbortSignal },
): Promise<void> {
  while (!ended.aborted) {
    await sleep(heartbeatMs, undefined, { signal: ended }).catch(() => undefined);
    if (ended.aborted) return;
    // Without the database the file's own statements fail as well.
    const isOwn = await database.asBackground((tx) => updateHeartbeat(tx, claimed)).catch(() => true);
    if (!isOwn) stop.abort(new ExportStopped());
  }
}

/** Marks the file as complete and mails the link, both or neither. */
async function complete({ database, mailer }: Context, claimed: RunningExport, size: number): Promise<void> {
  const token = newToken('exp_');
  await database.asBackground(async (tx) => {
    const ready = await updateReady(tx, claimed, { size, tokenHash: hashToken(token) });
    const account = await findAccount(tx, claimed.account_id);
    if (ready === undefined || account === undefined) throw new ExportStopped();
    await mailer.send(tx, account, 'export_ready', {
      token,
      ...describe(claimed, account),
      rows: new Intl.NumberFormat(localeOf(account.language)).format(ready.rows),
      last_day: dayOf(account, ready.expires, account.timezone),
    });
  });
}

function describe({ kind, start_date, end_date, timezone }: RunningExport, account: AccountRow) {
  return {
    kind,
    service_type: kind === 'calls' ? 'voicing' : 'messaging',
    from: dayOf(account, start_date, timezone),
    to: dayOf(account, end_date, timezone),
  };
}

function dayOf({ language }: AccountRow, date: string, zone: string): string {
  return mailDay(language, DateTime.fromISO(date, { zone }));
}
