/** A transfer that a statement contains. */
export interface StatementTransfer {
  /** Unique in the check; the last word of what the payer wrote. */
  mark: string;
  amount: string;
  /** The structured creditor reference; empty if the payer gave none. */
  reference: string;
  /** `YYYY-MM-DD`. */
  booked: string;
}

const ownIban = 'EE382200221020145685';

/** A statement of the provider's bank: camt.053.001.08. */
export function bankStatement(transfers: readonly StatementTransfer[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>
<GrpHdr><MsgId>M1</MsgId><CreDtTm>2026-11-21T06:00:00</CreDtTm></GrpHdr>
<Stmt><Id>S-1</Id><Acct><Id><IBAN>${ownIban}</IBAN></Id><Ccy>EUR</Ccy></Acct>
${transfers.map(toXml).join('\n')}
</Stmt></BkToCstmrStmt></Document>`;
}

function toXml({ mark, amount, reference, booked }: StatementTransfer): string {
  const structured = reference && `<Strd><CdtrRefInf><Ref>${reference}</Ref></CdtrRefInf></Strd>`;
  return `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
<BookgDt><Dt>${booked}</Dt></BookgDt><AcctSvcrRef>${mark}</AcctSvcrRef>
<NtryDtls><TxDtls><RltdPties><Dbtr><Pty><Nm>Tamm</Nm></Pty></Dbtr></RltdPties>
<RmtInf><Ustrd>transfer ${mark}</Ustrd>${structured}</RmtInf></TxDtls></NtryDtls></Ntry>`;
}
