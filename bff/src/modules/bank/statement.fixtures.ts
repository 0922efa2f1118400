export const ownIban = 'EE382200221020145685';

interface SampleTransfer {
  amount?: string | undefined;
  text: string;
  bankReference?: string;
  isReturned?: boolean;
}

interface SampleEntry {
  amount: string;
  currency?: string;
  booked?: string;
  /** What the payer wrote. */
  text?: string;
  /** The structured reference. */
  reference?: string;
  /** Structured references after it. */
  furtherReferences?: readonly string[];
  /** How many transfers the entry says that it sums up. */
  statedTransfers?: number;
  bankReference?: string;
  /** Of the transfer, which the entry may have another for. */
  transferReference?: string;
  endToEndId?: string;
  /** The bank's number of the entry in its statement. */
  position?: string;
  payerIban?: string;
  isReturn?: boolean;
  status?: string;
  isDebit?: boolean;
  /** The sub-family of the bank's transaction code, such as RRTN. */
  code?: string;
  /** What the bank adds to the entry. */
  note?: string;
  /** Several transfers in one entry: their amounts, or undefined for those that do not state one. */
  transfers?: readonly SampleTransfer[];
}

const wrap = (name: string, content: string | undefined) =>
  content === undefined ? '' : `<${name}>${content}</${name}>`;

/** A statement as banks write version 08; version 02 differs in the status, the parties and the amounts of transfers. */
export function sampleStatement(
  entries: readonly SampleEntry[],
  {
    version = '08',
    id = 'S-2026-11-20',
    iban = ownIban,
    balances = '',
    messagePage,
  }: { version?: '02' | '08'; id?: string; iban?: string; balances?: string; messagePage?: string } = {},
): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt>
<GrpHdr><MsgId>M1</MsgId><CreDtTm>2026-11-21T06:00:00</CreDtTm>${messagePage === undefined ? '' : wrap('MsgPgntn', `${wrap('PgNb', messagePage)}<LastPgInd>false</LastPgInd>`)}</GrpHdr>
<Stmt><Id>${id}</Id><Acct><Id><IBAN>${iban}</IBAN></Id><Ccy>EUR</Ccy></Acct>${balances}
${entries.map((entry) => toXml(entry, version)).join('\n')}
</Stmt></BkToCstmrStmt></Document>`;
}

function toXml(entry: SampleEntry, version: '02' | '08'): string {
  const {
    amount,
    currency = 'EUR',
    booked = '2026-11-20',
    status = 'BOOK',
    isReturn = false,
    isDebit = isReturn,
  } = entry;
  const sum = `<Amt Ccy="${currency}">${amount}</Amt>`;
  const state = version === '08' ? wrap('Cd', status) : status;
  const family = `<Cd>RCDT</Cd>${wrap('SubFmlyCd', entry.code)}`;
  const code = entry.code && wrap('BkTxCd', wrap('Domn', `<Cd>PMNT</Cd>${wrap('Fmly', family)}`));
  const transfers = entry.transfers ?? [{ text: entry.text ?? '', amount: undefined }];
  const details = transfers.map((each) => transferXml(each, entry, { version, currency })).join('');
  return `<Ntry>${wrap('NtryRef', entry.position)}${sum}<CdtDbtInd>${isDebit ? 'DBIT' : 'CRDT'}</CdtDbtInd>${isReturn ? '<RvslInd>true</RvslInd>' : ''}
<Sts>${state}</Sts><BookgDt><Dt>${booked}</Dt></BookgDt>${wrap('AcctSvcrRef', entry.bankReference)}${code ?? ''}
<NtryDtls>${entry.statedTransfers === undefined ? '' : wrap('Btch', wrap('NbOfTxs', String(entry.statedTransfers)))}${details}</NtryDtls>${wrap('AddtlNtryInf', entry.note)}</Ntry>`;
}

function transferXml(
  { amount, text, bankReference, isReturned }: SampleTransfer,
  {
    reference,
    furtherReferences = [],
    transferReference,
    endToEndId,
    payerIban = 'EE471000001020145685',
  }: SampleEntry,
  { version, currency }: { version: '02' | '08'; currency: string },
): string {
  const stated = amount === undefined ? '' : `<Amt Ccy="${currency}">${amount}</Amt>`;
  const name = '<Nm>Tamm &amp; Pojad OÜ</Nm>';
  const structured = [reference, ...furtherReferences]
    .map((each) => each && wrap('Strd', wrap('CdtrRefInf', wrap('Ref', each))))
    .join('');
  const own = bankReference ?? transferReference;
  const references = wrap('Refs', `${wrap('AcctSvcrRef', own)}${wrap('EndToEndId', endToEndId)}`);
  return `<TxDtls>${references}${version === '08' ? stated : stated && wrap('AmtDtls', wrap('TxAmt', stated))}
<RltdPties><Dbtr>${version === '08' ? wrap('Pty', name) : name}</Dbtr><DbtrAcct><Id><IBAN>${payerIban}</IBAN></Id></DbtrAcct></RltdPties>
<RmtInf>${wrap('Ustrd', text || undefined)}${structured}</RmtInf>${isReturned ? '<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>' : ''}</TxDtls>`;
}
