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
  /** The bank's own reference that identifies it: of the entry, or of the transfer if the entry sums up several. */
  bank_reference: string | null;
  /** The bank's reference and the amount of the entry, which may sum up several transfers. */
  entry_reference: string | null;
  entry_amount: string;
  /** The bank's reference of the transfer itself. */
  transfer_reference: string | null;
  /** The reference that the payer gave the transfer, from end to end. */
  end_to_end_id: string | null;
  /** The statement that contains it, and its page. */
  statement: string;
  /** Which one it is of the equal entries of its statement: 1, 2, … */
  occurrence: number;
  /** Whether it sums up several transfers without their amounts. */
  isBatch: boolean;
  /** Whether it is a debit of which the bank does not say that it takes a credit back. */
  isOutgoing: boolean;
}

export interface BankStatement {
  id: string;
  iban: string;
  entries: BankEntry[];
  /** Entries that are not booked yet, outgoing transfers that name nothing, and amounts of zero. */
  skipped: number;
  /** What is odd about the statement, such as balances that differ from its entries. */
  warnings: string[];
}

/** An entry as a file contains it. */
export type ReadEntry = Omit<BankEntry, 'bank_entry_id' | 'statement' | 'occurrence'> & {
  /** Whether its reference is that of several transfers. */
  sharesReference: boolean;
};
