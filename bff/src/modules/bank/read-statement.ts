import { DateTime } from 'luxon';
import { OperatorError } from '../../errors/operator-error.ts';
import { Big } from '../../listing/decimal.ts';
import type { BankStatement, ReadEntry } from './bank-entry.ts';
import { identify } from './identify-entries.ts';
import { amountOf, dayOf, isCredit, readAmount, readEntry } from './read-entry.ts';
import { type Node, nodeAt, nodesAt, parseXml, text } from './statement-xml.ts';

const versions = ['camt.053.001.02', 'camt.053.001.08'];
/**
 * Reads the statements of an ISO 20022 file, camt.053 version 02 or 08: booked credits, and debits that may take a credit back.
 * Throws OperatorError for any other file.
 */
export function readStatements(xml: string): BankStatement[] {
  const root = parseXml(xml);
  const name = /camt\.\d{3}\.\d{3}\.\d{2}/.exec(xml.slice(0, 4_000))?.[0];
  const document = nodeAt(root, 'Document', 'BkToCstmrStmt');
  if (document === undefined || name === undefined || !versions.includes(name))
    throw new OperatorError(
      `This is no bank statement camt.053.001.02 or 08${name === undefined ? '' : `, but ${name}`}.`,
    );
  const statements = nodesAt(document, 'Stmt');
  if (statements.length === 0) throw new OperatorError('The file contains no statement.');
  const messagePage = text(document, 'GrpHdr', 'MsgPgntn', 'PgNb');
  return statements.map((statement) => readStatement(statement, messagePage));
}

function readStatement(statement: Node, messagePage: string | undefined): BankStatement {
  const id = text(statement, 'Id') ?? '';
  const iban = text(statement, 'Acct', 'Id', 'IBAN')?.replaceAll(/\s/g, '');
  if (iban === undefined) throw new OperatorError(`Statement ${id} names no IBAN.`);
  const all = nodesAt(statement, 'Ntry');
  for (const [index, entry] of all.entries()) checkEntry(entry, `Entry ${index + 1} of statement ${id}`);
  const booked = all.filter((entry) => statusOf(entry) === 'BOOK');
  const read = booked.map((entry) => readEntry(entry, iban)).filter(({ length }) => length > 0);
  const once = withoutRepeated(read);
  // Version 02 numbers the pages of a message only. Many banks number an only page, too: the first one is named as one without
  // a number, as all pages were when the numbers of messages were not read, so that importing them again finds them.
  const furtherPage = Number(messagePage) === 1 ? undefined : messagePage;
  const page = [text(statement, 'ElctrncSeqNb'), text(statement, 'StmtPgntn', 'PgNb') ?? furtherPage];
  return {
    id,
    iban,
    entries: identify(once.flat(), [id, ...page].filter((each) => each !== undefined).join('/')),
    skipped: all.length - read.length,
    warnings: [
      ...read.filter((entry) => !once.includes(entry)).map(describeRepeated),
      ...checkNumber(statement, all.length),
      ...checkSum(statement, all),
      ...checkBatches(all),
      ...checkBalances(statement, booked),
    ],
  };
}

/**
 * The entries without those that equal an earlier one in everything, the bank's own reference included: the statement contains
 * a booking twice. Equal entries without such a reference are several transfers.
 */
function withoutRepeated(read: readonly ReadEntry[][]): ReadEntry[][] {
  const seen = new Set<string>();
  return read.filter((entry) => {
    const key = JSON.stringify(entry);
    const isRepeated = seen.has(key) && entry.every(({ bank_reference }) => bank_reference !== null);
    seen.add(key);
    return !isRepeated;
  });
}

function describeRepeated([first]: readonly ReadEntry[]): string {
  const { booked, entry_amount, currency, bank_reference } = first ?? {};
  return `it contains the entry ${bank_reference} of ${booked} about ${entry_amount} ${currency} more than once: it counts once`;
}

function checkNumber(statement: Node, found: number): string[] {
  const stated = text(statement, 'TxsSummry', 'TtlNtries', 'NbOfNtries');
  return stated === undefined || Number(stated) === found
    ? []
    : [`it states ${stated} entries and has ${found}: is a page missing?`];
}

/** The sum of all entries, credits and debits alike, as ISO 20022 defines it. */
function checkSum(statement: Node, all: readonly Node[]): string[] {
  const stated = statedNumber(text(statement, 'TxsSummry', 'TtlNtries', 'Sum'));
  const sum = all.reduce((total, entry) => total.plus(amountOf(entry).amount), new Big(0));
  return stated === undefined || stated.eq(sum)
    ? []
    : [`it states entries of ${stated.toFixed(2)} in total and has ${sum.toFixed(2)}: is a page missing?`];
}

/** What an entry states about the transfers that it sums up; its own amount is compared with theirs elsewhere. */
function checkBatches(all: readonly Node[]): string[] {
  return all.flatMap((entry, index) =>
    nodesAt(entry, 'NtryDtls').flatMap((details) => {
      const transfers = nodesAt(details, 'TxDtls');
      const stated = statedNumber(text(details, 'Btch', 'NbOfTxs'));
      // Many banks state a batch without its transfers.
      if (stated === undefined || transfers.length === 0 || stated.eq(transfers.length)) return [];
      return [`its entry ${index + 1} states ${stated.toFixed()} transfers and has ${transfers.length}`];
    }),
  );
}

/** Undefined for text that is no number: it states nothing. */
function statedNumber(stated: string | undefined): Big | undefined {
  return stated !== undefined && /^\d{1,18}(?:\.\d{1,17})?$/.test(stated) ? new Big(stated) : undefined;
}

/** Opening balance plus booked entries must be the closing balance; a statement without both is not checked. */
function checkBalances(statement: Node, booked: readonly Node[]): string[] {
  const balances = nodesAt(statement, 'Bal');
  const find = (codes: readonly string[]) =>
    balances.find((balance) => codes.includes(text(balance, 'Tp', 'CdOrPrtry', 'Cd') ?? ''));
  const opening = find(['OPBD', 'PRCD']);
  const closing = find(['CLBD']);
  if (opening === undefined || closing === undefined) return [];
  const expected = booked.reduce((sum, entry) => sum.plus(signed(entry)), signed(opening));
  return expected.eq(signed(closing))
    ? []
    : [
        `its entries lead to ${expected.toFixed(2)}, its closing balance is ${signed(closing).toFixed(2)}: is a page missing?`,
      ];
}

function signed(node: Node): Big {
  return new Big(amountOf(node).amount).times(isCredit(node) ? 1 : -1);
}

function statusOf(entry: Node): string | undefined {
  // Version 08 names a status one level deeper.
  return text(entry, 'Sts') ?? text(entry, 'Sts', 'Cd');
}

/** Throws OperatorError for an entry that cannot be stored, before any other entry of the file is. */
function checkEntry(entry: Node, name: string): void {
  if (readAmount(entry['Amt']) === undefined) throw new OperatorError(`${name} has no amount in a currency.`);
  if (statusOf(entry) !== 'BOOK') return;
  const day = DateTime.fromISO(dayOf(entry));
  if (!day.isValid || day.year < 2000 || day.year > 2099)
    throw new OperatorError(`${name} has no day of booking.`);
}
