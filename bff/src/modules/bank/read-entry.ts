import { OperatorError } from '../../errors/operator-error.ts';
import { Big } from '../../listing/decimal.ts';
import type { BankEntry, ReadEntry } from './bank-entry.ts';
import { findAllNumbers } from './find-reference.ts';
import { isNode, listAt, type Node, nodeAt, nodesAt, text, textsIn } from './statement-xml.ts';

/**
 * One entry, or one for each transfer that it sums up, without amounts of zero. A debit that the bank does not mark as a return is read only
 * if any text of it contains the number of a payment: the bank may have taken a transfer back all the same.
 */
export function readEntry(entry: Node, iban: string): ReadEntry[] {
  const { amount, currency } = amountOf(entry);
  const sign = isCredit(entry) ? '' : '-';
  const booked = {
    iban,
    booked: dayOf(entry),
    currency,
    entry_amount: `${sign}${new Big(amount).toFixed(2)}`,
    entry_reference: bankReferenceOf(entry),
  };
  return partsOf(entry)
    .filter((part) => !new Big(part.amount).eq(0))
    .map((part) => {
      const isOutgoing = sign === '-' && !isReturn(entry) && !part.details.some(isReturn);
      return withNumbers(toEntry(booked, part, { sign, isOutgoing }), part);
    })
    .filter((read) => !read.isOutgoing || findAllNumbers(read).length > 0);
}

/** A transfer of an entry, or all of it. */
interface Part {
  amount: string;
  /** What contains its texts. */
  node: Node;
  details: readonly Node[];
  isWhole: boolean;
  /** Whether it sums up further transfers than those that are described. */
  isIncomplete: boolean;
}

function partsOf(entry: Node): Part[] {
  const details = nodesAt(entry, 'NtryDtls').flatMap((each) => nodesAt(each, 'TxDtls'));
  const { amount, currency } = amountOf(entry);
  const parts = details.flatMap((node) => {
    const own = transferAmount(node);
    const part = { node, details: [node], isWhole: false, isIncomplete: false };
    return own?.currency === currency ? [{ amount: own.amount, ...part }] : [];
  });
  const sum = parts.reduce((total, part) => total.plus(part.amount), new Big(0));
  const areAll = details.length > 1 && parts.length === details.length && sum.eq(amount);
  // Charges make the entry smaller than its transfer, never larger.
  const isIncomplete =
    transfersOf(entry) > details.length || (details.length === 1 && sum.gt(0) && sum.lt(amount));
  return areAll ? parts : [{ amount, node: entry, details, isWhole: true, isIncomplete }];
}

/** How many transfers the entry says that it sums up; 0 if it does not say it. */
function transfersOf(entry: Node): number {
  const batches = nodesAt(entry, 'NtryDtls').map((each) => Number(text(each, 'Btch', 'NbOfTxs') ?? 0));
  return batches.reduce((sum, count) => sum + (Number.isInteger(count) ? count : 0), 0);
}

/** The reference by which the bank names an entry or a transfer. `NtryRef` is none: many banks number the entries of a statement. */
function bankReferenceOf(node: Node): string | null {
  return named(text(node, 'AcctSvcrRef'));
}

/** A reference, or null for one that says that there is none. */
function named(reference: string | undefined): string | null {
  return reference === undefined || /^(?:NONREF|NOTPROVIDED|0+)$/i.test(reference) ? null : reference;
}

function toEntry(
  booked: Pick<BankEntry, 'iban' | 'booked' | 'currency' | 'entry_amount' | 'entry_reference'>,
  { amount, details: [only = {}, ...others], isWhole, isIncomplete }: Part,
  { sign, isOutgoing }: { sign: string; isOutgoing: boolean },
): ReadEntry {
  const isBatch = others.length > 0 || isIncomplete;
  const details = isBatch ? {} : only;
  const { entry_reference } = booked;
  const transfer_reference = bankReferenceOf(nodeAt(details, 'Refs') ?? {});
  const party = isOutgoing ? 'Cdtr' : 'Dbtr';
  const payer = nodeAt(details, 'RltdPties', party) ?? {};
  const iban = text(details, 'RltdPties', `${party}Acct`, 'Id', 'IBAN');
  const structured = nodesAt(nodeAt(details, 'RmtInf') ?? {}, 'Strd');
  const stated = structured
    .map((each) => text(each, 'CdtrRefInf', 'Ref'))
    .filter((each) => each !== undefined);
  const references = [...new Set(stated)];
  // Several of them decide no more than what the payer wrote.
  const [reference = null] = references.length === 1 ? references : [];
  const endToEndId = text(details, 'Refs', 'EndToEndId');
  const written = [
    ...(reference === null ? references : []),
    ...listAt(details, 'RmtInf', 'Ustrd'),
    ...structured.flatMap((each) => listAt(each, 'AddtlRmtInf')),
    endToEndId === 'NOTPROVIDED' ? undefined : endToEndId,
  ];
  return {
    ...booked,
    amount: `${sign}${new Big(amount).toFixed(2)}`,
    // Version 08 names a party one level deeper.
    payer_name: text(payer, 'Nm') ?? text(payer, 'Pty', 'Nm') ?? null,
    payer_iban: iban?.replaceAll(/\s/g, '').toUpperCase() ?? null,
    reference,
    remittance: written.filter((each) => each !== undefined).join(' '),
    bank_reference: isWhole
      ? (entry_reference ?? transfer_reference)
      : (transfer_reference ?? entry_reference),
    transfer_reference,
    end_to_end_id: named(endToEndId),
    sharesReference: !isWhole && transfer_reference === null,
    isBatch,
    isOutgoing,
  };
}

/** Adds the numbers to an outgoing transfer that only other texts of the bank contain. */
function withNumbers(read: ReadEntry, { node }: Part): ReadEntry {
  if (!read.isOutgoing) return read;
  const known = findAllNumbers(read);
  const everywhere = findAllNumbers({ reference: null, remittance: textsIn(node).join(' | ') });
  const added = everywhere.filter((number) => !known.includes(number));
  return { ...read, remittance: [read.remittance, ...added].filter(Boolean).join(' ') };
}

/** Whether the bank marks an entry or a transfer as the return, or the recall, of an earlier one. */
function isReturn(node: Node): boolean {
  const code = text(node, 'BkTxCd', 'Domn', 'Fmly', 'SubFmlyCd') ?? '';
  return (
    ['true', '1'].includes(text(node, 'RvslInd') ?? '') ||
    nodeAt(node, 'RtrInf') !== undefined ||
    ['RRTN', 'RPCR'].includes(code)
  );
}

export function isCredit(node: Node): boolean {
  return text(node, 'CdtDbtInd') === 'CRDT';
}

export function dayOf(entry: Node): string {
  const booked = text(entry, 'BookgDt', 'Dt') ?? text(entry, 'BookgDt', 'DtTm') ?? text(entry, 'ValDt', 'Dt');
  return booked?.slice(0, 10) ?? '';
}

export function amountOf(node: Node): { amount: string; currency: string } {
  const found = readAmount(node['Amt']);
  if (found === undefined) throw new OperatorError('A balance has no amount in a currency.');
  return found;
}

/** The amount of one of several transfers: version 08 states it itself, version 02 among the amounts of the transaction. */
function transferAmount(details: Node) {
  return readAmount(details['Amt']) ?? readAmount(nodeAt(details, 'AmtDtls', 'TxAmt')?.['Amt']);
}

export function readAmount(given: unknown): { amount: string; currency: string } | undefined {
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
