import { waitForTurn } from '../../app/after-commit.ts';
import type { AppContext } from '../../app/context.ts';
import { sql } from '../../database/sql.ts';
import { cancelWhenAborted } from './cancel-statement.ts';
import type { HistoryRows } from './history-rows.repository.ts';

/** Rows that are read and written at a time: some hundred kilobytes. */
export const portionRows = 3_000;

export interface WrittenPortion {
  part: Uint8Array;
  /** The rows of the part. */
  rows: readonly string[];
}

/** Runs work when a place is free; waiting work starts in its order. */
export type Places = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** What the files of a process share: places for reading portions and for writing them. */
export interface PortionPlaces {
  read: Places;
  write: Places;
}

/** Creates places for so much work at the same time. */
export function createPlaces(count: number): Places {
  let free = count;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
}

interface Portions {
  accountId: string;
  rows: HistoryRows;
  /** The first portion; read like the others if it is absent. */
  first?: readonly string[];
  /** Writes rows, a JSON array. */
  write: (rows: string, isFirst: boolean) => Promise<Uint8Array>;
  /** Ends the reading: the database cancels the running statement. */
  signal: AbortSignal;
  /**
   * Of a file in the background, whose reading alone counts towards the share of the account: a process of a low priority writes.
   * A portion takes a place when it has its turn, so that waiting for the turn occupies none.
   */
  places?: PortionPlaces;
  /**
   * How often a portion asks for its turn when the share of its account is used up. If absent, the first one asks once, because
   * the response has not begun and can be a refusal, and each further one for about a minute.
   */
  attempts?: number;
}

/**
 * Reads and writes a history of any length. Each portion has a transaction and a turn of its own, and is read when the one before
 * has been taken: a slow reader holds neither a connection nor a process. While one is written, the next one is read.
 */
export async function* writtenPortions(
  { database, load }: Pick<AppContext, 'database' | 'load'>,
  { accountId, rows, first, write, signal, attempts, places }: Portions,
): AsyncGenerator<WrittenPortion> {
  const read = (after?: string) =>
    database.withAccount(
      accountId,
      async (tx) => {
        // Many rows follow each other in the index: sorting would read all that remain, for each portion.
        await tx.run(sql`set local enable_sort = off`);
        return cancelWhenAborted(database, tx, signal, () => rows.read(tx, portionRows, after));
      },
      'reports',
    );
  const inTurn = <Result>(work: () => Promise<Result>) =>
    waitForTurn(
      () => {
        signal.throwIfAborted();
        return load.run(accountId, 'reports', work);
      },
      attempts ?? (isFirst ? 1 : undefined),
    );
  const atItsPlace = (after?: string) =>
    places === undefined ? read(after) : places.read(() => read(after));
  let isFirst = true;
  let portion = first ?? (await inTurn(() => atItsPlace()));
  do {
    const written = portion;
    const last = written.length < portionRows ? undefined : written.at(-1);
    const begin = isFirst;
    const writing = () => write(`[${written.join(',')}]`, begin);
    const reading = async () => (last === undefined ? [] : atItsPlace(last));
    const [part, next] = await (places === undefined
      ? inTurn(() => Promise.all([writing(), reading()]))
      : Promise.all([places.write(writing), inTurn(reading)]));
    yield { part, rows: written };
    portion = next;
    isFirst = false;
  } while (portion.length > 0 && !signal.aborted);
}
