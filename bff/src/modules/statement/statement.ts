import type { Period } from '@portal/contract/dates';
import type { Movement, Statement } from '@portal/contract/statement';
import type { Queryable } from '../../database/database.ts';
import { trimmed } from '../../listing/decimal.ts';
import type { BalanceOwner } from '../ledger/post-entry.ts';
import {
  findMovements,
  findStatementRange,
  findStatementTotals,
  type StatementRange,
} from './statement.repository.ts';

/** A period of a service's statement, without its lines. */
export interface StatementSummary extends Pick<Statement, 'opening_balance' | 'closing_balance' | 'totals'> {
  range: StatementRange;
  /** How many lines the period has. */
  count: number;
}

export async function summarize(
  tx: Queryable,
  owner: BalanceOwner,
  period: Period,
): Promise<StatementSummary> {
  const range = await findStatementRange(tx, owner, period);
  const totals = await findStatementTotals(tx, owner, range);
  return {
    range,
    count: range.last - range.first,
    opening_balance: trimmed(range.opening_balance, 2),
    closing_balance: trimmed(range.closing_balance, 2),
    totals: totals.map(({ amount, ...total }) => ({ ...total, amount: trimmed(amount, 2) })),
  };
}

interface Paging {
  limit: number;
  offset: number;
  order: string;
}

/** Returns one page of a period: its ends are lines, so no line before them is read. */
export async function findPage(
  tx: Queryable,
  owner: BalanceOwner,
  { first, last }: StatementRange,
  { limit, offset, order }: Paging,
): Promise<Movement[]> {
  const isDescending = order.startsWith('-');
  const range = isDescending ? { first, last: last - offset } : { first: first + offset, last };
  return shown(await findMovements(tx, owner, { ...range, limit, isDescending }));
}

/** Lines after `first` up to `last`. */
export type Portion = Pick<StatementRange, 'first' | 'last'>;

/** A thousand lines take about 9 ms of the process that serves all customers. */
const portionLines = 500;

/** Divides the lines of a period into portions, the earliest first: other requests are served between them. */
export function portionsOf({ first, last }: Portion): Portion[] {
  const portions: Portion[] = [];
  for (let from = first; from < last; from += portionLines)
    portions.push({ first: from, last: Math.min(last, from + portionLines) });
  return portions;
}

export async function findPortion(tx: Queryable, owner: BalanceOwner, { first, last }: Portion) {
  return shown(await findMovements(tx, owner, { first, last, limit: portionLines, isDescending: false }));
}

/** Amounts below a cent keep their decimals. */
function shown(movements: readonly Movement[]): Movement[] {
  return movements.map((movement) => ({
    ...movement,
    amount: trimmed(movement.amount, 2),
    balance_after: trimmed(movement.balance_after, 2),
  }));
}
