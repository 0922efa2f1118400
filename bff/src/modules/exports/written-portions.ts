import { waitForTurn } from '../../app/after-commit.ts';
import type { AppContext } from '../../app/context.ts';
import { cancelWhenAborted } from '../../database/cancel-statement.ts';
import { sql } from '../../database/sql.ts';
import type { HistoryRows, RowsPortion } from './history-rows.repository.ts';

/** Rows that are read and written at a time: one or two megabytes. */
export const portionRows = 10_000;

export interface WrittenPortion extends RowsPortion {
  part: Uint8Array;
}

const none: RowsPortion = { rows: '[]', count: 0 };

/** Says that no place was free. */
const occupied = Symbol('occupied');

export interface Places {
  /** Runs work when a place is free; waiting work starts in its order. */
  run: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** Runs work if a place is free. */
  runIfFree: <Result>(work: () => Promise<Result>) => Promise<Result | typeof occupied>;
  /** Resolves when a place becomes free, which somebody else may take. */
  untilFree: () => Promise<void>;
}

/** What the files of a process share: places for reading portions and for writing them. */
export interface PortionPlaces {
  read: Places;
  write: Places;
}

/** Creates places for so much work at the same time. */
export function createPlaces(count: number): Places {
  let free = count;
  const waiting: (() => void)[] = [];
  const watching: (() => void)[] = [];
  const use = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) {
        free += 1;
        for (const wake of watching.splice(0)) wake();
      } else next();
    }
  };
  return {
    run: async (work) => {
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      return use(work);
    },
    runIfFree: async (work) => {
      if (free === 0) return occupied;
      free -= 1;
      return use(work);
    },
    untilFree: async () => {
      if (free === 0) await new Promise<void>((resolve) => watching.push(resolve));
    },
  };
}

/** A list that is read in portions. */
export type PortionedRows = Pick<HistoryRows, 'read'>;

interface Portions {
  accountId: string;
  rows: PortionedRows;
  /** The first portion; read like the others if it is absent. */
  first?: RowsPortion;
  /** Writes rows, which are JSON. */
  write: (rows: string, isFirst: boolean) => Promise<Uint8Array>;
  /** Ends the reading: the database cancels the running statement. */
  signal: AbortSignal;
  /**
   * Of a file in the background, whose reading alone counts towards the share of the account: a process of a low priority writes.
   * A portion is read when it has its turn and a place. While it waits for either, it occupies neither.
   */
  places?: PortionPlaces;
  /**
   * How often a portion asks for its turn when the share of its account is used up. If absent, the first one asks once, because
   * the response has not begun and can be a refusal, and each further one for about a minute.
   */
  attempts?: number;
}

/**
 * Reads and writes a list of any length, such as a history. Each portion has a transaction and a turn of its own, and is read when
 * the one before has been taken: a slow reader holds neither a connection nor a process. While one is written, the next one is read.
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
        return load.runPart(accountId, 'reports', work);
      },
      attempts ?? (isFirst ? 1 : undefined),
    );
  const readInTurn = async (after?: string): Promise<RowsPortion> => {
    if (places === undefined) return inTurn(() => read(after));
    for (;;) {
      const found = await inTurn(() => places.read.runIfFree(() => read(after)));
      if (found !== occupied) return found;
      await places.read.untilFree();
    }
  };
  let isFirst = true;
  let portion = first ?? (await readInTurn());
  do {
    const written = portion;
    const last = written.count < portionRows ? undefined : written.last;
    const begin = isFirst;
    const writing = () => write(written.rows, begin);
    const [part, next] = await (places === undefined
      ? inTurn(() => Promise.all([writing(), last === undefined ? none : read(last)]))
      : Promise.all([places.write.run(writing), last === undefined ? none : readInTurn(last)]));
    yield { ...written, part };
    portion = next;
    isFirst = false;
  } while (portion.count > 0 && !signal.aborted);
}
