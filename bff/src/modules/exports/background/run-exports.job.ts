import { setTimeout as sleep } from 'node:timers/promises';
import { exportFormats } from '@portal/contract/exports';
import { localeOf } from '@portal/contract/language';
import { DateTime } from 'luxon';
import * as v from 'valibot';
import { type AccountRow, findAccount } from '../../../accounts/accounts.repository.ts';
import type { AppContext } from '../../../app/context.ts';
import type { Transaction } from '../../../database/database.ts';
import { isDiskFull } from '../../../database/outage.ts';
import { mailDay } from '../../../mail/mail-formats.ts';
import { defineJob } from '../../../queue/queue.ts';
import { hashToken, newToken } from '../../../secrets/secrets.ts';
import { createPlaces, type PortionPlaces } from '../written-portions.ts';
import {
  claimNextExport,
  deleteParts,
  type RunningExport,
  updateAfterFault,
  updateAfterFullDisk,
  updateFailed,
  updateHeartbeat,
  updateReady,
} from './export-work.repository.ts';
import { ExportStopped, ExportTooLarge, storeFile } from './store-file.ts';

/**
 * Files that a process makes at the same time, most of which wait for the share of their account; those of workbooks have a process
 * each.
 */
const mostOpen = { csv: 14, xlsx: 6 };

/** Files that a process reads, and files that it writes, at the same time. */
const placesOfPortions = 2;

const heartbeatMs = 1_000;

type Context = Pick<AppContext, 'database' | 'load' | 'mailer' | 'log'>;

/**
 * Makes files. Which ones stands in a table, so that a process that is killed loses nothing. A file that waits for the share of its
 * account is in nobody's way: it takes a place only for each portion that it reads or writes.
 */
export function runExportsJob(context: Context) {
  const free = { ...mostOpen };
  const places = { read: createPlaces(placesOfPortions), write: createPlaces(placesOfPortions) };
  const make = async (claimed: RunningExport): Promise<void> => {
    free[claimed.format] -= 1;
    try {
      await runExport(context, claimed, places);
    } catch (err) {
      // Nobody says any more that it is made, so that it starts again.
      context.log.error({ err, export: claimed.export_id }, 'export not settled');
    } finally {
      free[claimed.format] += 1;
    }
  };
  const claim = () => {
    const formats = exportFormats.filter((format) => free[format] > 0);
    return context.database.asBackground((tx) => claimNextExport(tx, formats));
  };
  let isClaiming = false;
  /** Begins as many as can start. One call at a time does, so that no more begin than are free. */
  const beginAll = async (stopping?: AbortSignal): Promise<Promise<void>[]> => {
    const begun: Promise<void>[] = [];
    if (isClaiming) return begun;
    isClaiming = true;
    try {
      while (stopping?.aborted !== true) {
        const claimed = await claim();
        if (claimed === undefined) break;
        begun.push(make(claimed));
      }
    } finally {
      isClaiming = false;
    }
    return begun;
  };
  return defineJob({
    name: 'exports',
    schema: v.object({}),
    everySeconds: 1,
    run: async (_, stopping) => {
      for (let begun = await beginAll(stopping); begun.length > 0; begun = await beginAll(stopping))
        await Promise.all(begun);
    },
  });
}

/** Makes one file. After a fault it starts again later. */
async function runExport(context: Context, claimed: RunningExport, places: PortionPlaces): Promise<void> {
  const stop = new AbortController();
  const ended = new AbortController();
  const watched = watch(context, claimed, { stop, ended: ended.signal });
  try {
    // A file may take minutes: the customer's own reports find half of the account's share free.
    const size = await context.load.runFor({}, () =>
      storeFile(context, claimed, { places, signal: stop.signal }),
    );
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
  const isRepeated = await database.asBackground(async (tx) => {
    await deleteParts(tx, claimed);
    if (err instanceof ExportStopped) return false;
    const isTooLarge = err instanceof ExportTooLarge;
    const isQueued =
      !isTooLarge && (await (isDiskFull(err) ? updateAfterFullDisk : updateAfterFault)(tx, claimed));
    if (!isQueued) await fail(context, tx, claimed, isTooLarge ? 'too_large' : 'internal');
    return isQueued;
  });
  if (err instanceof ExportStopped || err instanceof ExportTooLarge) return;
  const { export_id: id, attempt } = claimed;
  log.error({ err, export: id, attempt }, isRepeated ? 'export starts again later' : 'export failed');
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
