import { DateTime } from 'luxon';
import { OperatorError } from '../../errors/operator-error.ts';
import { Big } from '../../listing/decimal.ts';
import type { BankEntry, BankStatement, ReadEntry } from './bank-entry.ts';
import { identify } from './identify-entries.ts';
import { isNode, listAt, type Node, nodeAt, nodesAt, parseXml, text } from './statement-xml.ts';

const versions = ['camt.053.001.02', 'camt.053.001.08'];
/**
 * Reads the statements of an ISO 20022 file, camt.053 version 02 or 08: booked credits, and debits that take a credit back.
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
  return statements.map(readStatement);
}

function readStatement(statement: Node): BankStatement {
  const id = text(statement, 'Id') ?? '';
  const iban = text(statement, 'Acct', 'Id', 'IBAN')?.replaceAll(/\s/g, '');
  if (iban === undefined) throw new OperatorError(`Statement ${id} names no IBAN.`);
  const all = nodesAt(statement, 'Ntry');
  for (const [index, entry] of all.entries()) checkEntry(entry, `Entry ${index + 1} of statement ${id}`);
  const booked = all.filter((entry) => statusOf(entry) === 'BOOK');
  const wanted = booked.filter((entry) => (isCredit(entry) || isReversal(entry)) && !signed(entry).eq(0));
  const page = [text(statement, 'ElctrncSeqNb'), text(statement, 'StmtPgntn', 'PgNb')];
  return {
    id,
    iban,
    entries: identify(
      wanted.flatMap((entry) => readEntry(entry, iban)),
      [id, ...page].filter((each) => each !== undefined).join('/'),
    ),
    skipped: all.length - wanted.length,
    warnings: [
      ...checkNumber(statement, all.length),
      ...checkSum(statement, all),
      ...checkBatches(all),
      ...checkBalances(statement, booked),
    ],
  };
}

/** One entry, or one for each transfer that it sums up. */
function readEntry(entry: Node, iban: string): ReadEntry[] {
  const details = nodesAt(entry, 'NtryDtls').flatMap((each) => nodesAt(each, 'TxDtls'));
  const sign = isCredit(entry) ? '' : '-';
  const { amount, currency } = amountOf(entry);
  const entry_amount = `${sign}${new Big(amount).toFixed(2)}`;
  const entry_reference = bankReferenceOf(entry);
  const own = { amount, currency, booked: dayOf(entry), iban, sign, entry_amount, entry_reference };
  const [only, ...others] = details;
  if (others.length === 0) return [toEntry(own, only ?? {}, { isBatch: false, isOnly: true })];
  const amounts = details.map((each) => transferAmount(each));
  const sum = amounts.reduce<Big | null>(
    (total, one) =>
      total === null || one === undefined || one.currency !== own.currency ? null : total.plus(one.amount),
    new Big(0),
  );
  if (sum === null || !sum.eq(own.amount)) return [toEntry(own, {}, { isBatch: true, isOnly: true })];
  return details
    .map((each, index) => toEntry({ ...own, ...amounts[index] }, each, { isBatch: false, isOnly: false }))
    .filter(({ amount }) => !new Big(amount).eq(0));
}

/** The reference by which the bank names an entry or a transfer. `NtryRef` is none: many banks number the entries of a statement. */
function bankReferenceOf(node: Node): string | null {
  const reference = text(node, 'AcctSvcrRef');
  return reference === undefined || /^(?:NONREF|NOTPROVIDED|0+)$/i.test(reference) ? null : reference;
}

interface Booked extends Pick<BankEntry, 'booked' | 'iban' | 'entry_amount' | 'entry_reference'> {
  amount: string;
  currency: string;
  sign: string;
}

function toEntry(
  { amount, currency, booked, iban, sign, entry_amount, entry_reference }: Booked,
  details: Node,
  { isBatch, isOnly }: { isBatch: boolean; isOnly: boolean },
): ReadEntry {
  const payer = nodeAt(details, 'RltdPties', 'Dbtr');
  const free = listAt(details, 'RmtInf', 'Ustrd');
  const structured = nodesAt(nodeAt(details, 'RmtInf') ?? {}, 'Strd');
  const reference = structured
    .map((each) => text(each, 'CdtrRefInf', 'Ref'))
    .find((each) => each !== undefined);
  const additional = structured.flatMap((each) => listAt(each, 'AddtlRmtInf'));
  const ownReference = bankReferenceOf(nodeAt(details, 'Refs') ?? {});
  const endToEndId = text(details, 'Refs', 'EndToEndId') ?? null;
  return {
    iban,
    booked,
    currency,
    amount: `${sign}${new Big(amount).toFixed(2)}`,
    // Version 08 names a party one level deeper.
    payer_name: text(payer ?? {}, 'Nm') ?? text(payer ?? {}, 'Pty', 'Nm') ?? null,
    payer_iban: text(details, 'RltdPties', 'DbtrAcct', 'Id', 'IBAN') ?? null,
    reference: reference ?? null,
    remittance: [...free, ...additional, endToEndId === 'NOTPROVIDED' ? null : endToEndId]
      .filter((each) => each !== null)
      .join(' '),
    bank_reference: isOnly ? (entry_reference ?? ownReference) : (ownReference ?? entry_reference),
    entry_reference,
    entry_amount,
    sharesReference: !isOnly && ownReference === null,
    isBatch,
  };
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

function isCredit(node: Node): boolean {
  return text(node, 'CdtDbtInd') === 'CRDT';
}

/** A debit that takes an earlier credit back. */
function isReversal(entry: Node): boolean {
  const isMarked = text(entry, 'RvslInd') === 'true' || text(entry, 'RvslInd') === '1';
  const isReturn = nodesAt(entry, 'NtryDtls').some((each) =>
    nodesAt(each, 'TxDtls').some((details) => nodeAt(details, 'RtrInf') !== undefined),
  );
  return !isCredit(entry) && (isMarked || isReturn);
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

function dayOf(entry: Node): string {
  const booked = text(entry, 'BookgDt', 'Dt') ?? text(entry, 'BookgDt', 'DtTm') ?? text(entry, 'ValDt', 'Dt');
  return booked?.slice(0, 10) ?? '';
}

function amountOf(node: Node): { amount: string; currency: string } {
  const found = readAmount(node['Amt']);
  if (found === undefined) throw new OperatorError('A balance has no amount in a currency.');
  return found;
}

/** The amount of one of several transfers: version 08 states it itself, version 02 among the amounts of the transaction. */
function transferAmount(details: Node) {
  return readAmount(details['Amt']) ?? readAmount(nodeAt(details, 'AmtDtls', 'TxAmt')?.['Amt']);
}

function readAmount(given: unknown): { amount: string; currency: string } | undefined {
  if (!isNode(given)) return undefined;
  const amount = given['#text'];
  const currency = given['@Ccy'];
  if (
    typeof amount !== 'string' ||
    typeof currency !== 'string' ||
    !/^\d{1,12}(?:\.\d{1,2}0{0,3})?$/.test(amount) ||
    !/^[A-Z]{3}$/.test(currency)
  )
    return undefined;
  return { amount, currency };
}
