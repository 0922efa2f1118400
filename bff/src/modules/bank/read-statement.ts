import { createHash } from 'node:crypto';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { OperatorError } from '../../errors/operator-error.ts';
import { Big } from '../../listing/decimal.ts';

/** An amount that the bank has booked on the account. */
export interface BankEntry {
  /** The same for the same entry in every file. */
  bank_entry_id: string;
  iban: string;
  /** The day of the booking. */
  booked: string;
  /** ISO 4217, in capitals. */
  currency: string;
  /** Negative when the bank took a credit back. */
  amount: string;
  payer_name: string | null;
  payer_iban: string | null;
  /** The structured reference, such as RF18…. */
  reference: string | null;
  /** Everything that the payer wrote. */
  remittance: string;
  /** Whether it sums up several transfers without their amounts. */
  isBatch: boolean;
}

export interface BankStatement {
  id: string;
  iban: string;
  entries: BankEntry[];
  /** Entries that are not booked yet, and outgoing transfers. */
  skipped: number;
  /** What is odd about the statement, such as balances that differ from its entries. */
  warnings: string[];
}

type Node = Record<string, unknown>;

const versions = ['camt.053.001.02', 'camt.053.001.08'];
/** Elements that may occur more than once. */
const lists = new Set(['Stmt', 'Ntry', 'NtryDtls', 'TxDtls', 'Ustrd', 'Strd', 'Bal', 'AddtlRmtInf']);

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  isArray: (name) => lists.has(name),
});

/**
 * Reads the statements of an ISO 20022 file, camt.053 version 02 or 08: booked credits, and debits that take a credit back.
 * Throws OperatorError for any other file.
 */
export function readStatements(xml: string): BankStatement[] {
  const root = parse(xml);
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

function parse(xml: string): Node {
  // A document type could define entities; statements have none.
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml))
    throw new OperatorError('The file has a document type: statements have none.');
  const checked = XMLValidator.validate(xml);
  if (checked !== true)
    throw new OperatorError(`The file is no XML: line ${checked.err.line}, ${checked.err.msg}`);
  return parser.parse(xml);
}

function readStatement(statement: Node): BankStatement {
  const id = text(statement, 'Id') ?? '';
  const iban = text(statement, 'Acct', 'Id', 'IBAN')?.replaceAll(/\s/g, '');
  if (iban === undefined) throw new OperatorError(`Statement ${id} names no IBAN.`);
  const all = nodesAt(statement, 'Ntry');
  const booked = all.filter((entry) => statusOf(entry) === 'BOOK');
  const wanted = booked.filter((entry) => isCredit(entry) || isReversal(entry));
  const seen = new Map<string, number>();
  const entries = wanted.flatMap((entry) => readEntry(entry, iban)).map((entry) => identified(entry, seen));
  return {
    id,
    iban,
    entries,
    skipped: all.length - wanted.length,
    warnings: checkBalances(statement, booked),
  };
}

type Unidentified = Omit<BankEntry, 'bank_entry_id'> & {
  bankReference: string | null;
  endToEndId: string | null;
};

/** One entry, or one for each transfer that it sums up. */
function readEntry(entry: Node, iban: string): Unidentified[] {
  const details = nodesAt(entry, 'NtryDtls').flatMap((each) => nodesAt(each, 'TxDtls'));
  const own = { ...amountOf(entry), booked: dayOf(entry), iban, sign: isCredit(entry) ? '' : '-' };
  const bankReference = text(entry, 'AcctSvcrRef') ?? text(entry, 'NtryRef') ?? null;
  const [only, ...others] = details;
  if (others.length === 0) return [toEntry(own, only ?? {}, bankReference, { isBatch: false })];
  const amounts = details.map((each) => transferAmount(each));
  const sum = amounts.reduce<Big | null>(
    (total, one) =>
      total === null || one === undefined || one.currency !== own.currency ? null : total.plus(one.amount),
    new Big(0),
  );
  if (sum === null || !sum.eq(own.amount)) return [toEntry(own, {}, bankReference, { isBatch: true })];
  return details.map((each, index) =>
    toEntry({ ...own, ...amounts[index] }, each, text(each, 'Refs', 'AcctSvcrRef') ?? bankReference, {
      isBatch: false,
    }),
  );
}

interface Booked {
  amount: string;
  currency: string;
  booked: string;
  iban: string;
  sign: string;
}

function toEntry(
  { amount, currency, booked, iban, sign }: Booked,
  details: Node,
  bankReference: string | null,
  { isBatch }: Pick<BankEntry, 'isBatch'>,
): Unidentified {
  const payer = nodeAt(details, 'RltdPties', 'Dbtr');
  const free = listAt(details, 'RmtInf', 'Ustrd');
  const structured = nodesAt(nodeAt(details, 'RmtInf') ?? {}, 'Strd');
  const reference = structured
    .map((each) => text(each, 'CdtrRefInf', 'Ref'))
    .find((each) => each !== undefined);
  const additional = structured.flatMap((each) => listAt(each, 'AddtlRmtInf'));
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
    isBatch,
    bankReference,
    endToEndId,
  };
}

/**
 * Two entries are the same if the bank gave both one reference on one day; without a reference, if everything about them is
 * equal and they are equally many in their statement.
 */
function identified(
  { bankReference, endToEndId, ...entry }: Unidentified,
  seen: Map<string, number>,
): BankEntry {
  const { iban, booked, currency, amount, payer_iban, reference, remittance } = entry;
  const content = [
    iban,
    booked,
    currency,
    amount,
    bankReference,
    endToEndId,
    payer_iban,
    reference,
    remittance,
  ];
  const key = JSON.stringify(content);
  const count = (seen.get(key) ?? 0) + 1;
  seen.set(key, count);
  const hash = createHash('sha256').update(`${key} ${count}`).digest('hex').slice(0, 32);
  return { bank_entry_id: `bke_${hash}`, ...entry };
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

function dayOf(entry: Node): string {
  const booked = text(entry, 'BookgDt', 'Dt') ?? text(entry, 'BookgDt', 'DtTm') ?? text(entry, 'ValDt', 'Dt');
  const day = booked?.slice(0, 10);
  if (day === undefined || !/^\d{4}-\d\d-\d\d$/.test(day))
    throw new OperatorError('An entry has no day of booking.');
  return day;
}

function amountOf(node: Node): { amount: string; currency: string } {
  const found = readAmount(node['Amt']);
  if (found === undefined) throw new OperatorError('An entry has no amount.');
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
    !/^\d{1,15}(?:\.\d{1,2}0{0,3})?$/.test(amount)
  )
    return undefined;
  return { amount, currency };
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function nodeAt(node: Node, ...path: readonly string[]): Node | undefined {
  let current: unknown = node;
  for (const name of path) current = isNode(current) ? current[name] : undefined;
  return isNode(current) ? current : undefined;
}

function nodesAt(node: Node, name: string): Node[] {
  const value = node[name];
  return Array.isArray(value) ? value.filter(isNode) : [];
}

function listAt(node: Node, ...path: readonly string[]): string[] {
  const last = path.at(-1) ?? '';
  const value = nodeAt(node, ...path.slice(0, -1))?.[last];
  return Array.isArray(value) ? value.map(String) : [];
}

function text(node: Node, ...path: readonly string[]): string | undefined {
  let current: unknown = node;
  for (const name of path) current = isNode(current) ? current[name] : undefined;
  if (isNode(current)) current = current['#text'];
  return typeof current === 'string' && current.trim() !== '' ? current.trim() : undefined;
}
