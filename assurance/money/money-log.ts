/** What was acknowledged to customers, the bank's clerk and the staff. The checker compares the database with it. */
export interface MoneyLog {
  /** By the keys of their requests. */
  topUps: Map<string, TopUp>;
  /** Ids of payments whose cancellation was acknowledged. */
  canceled: Set<string>;
  /** Transfers of statements whose import has ended successfully, by the mark in their text. */
  transfers: Map<string, Transfer>;
  /** Calls whose import has ended successfully. */
  calls: Call[];
  /** `<service> <YYYY-MM>` of months that were reported as closed. */
  closed: Set<string>;
  /** What staff commands have reported, by their keys. */
  staffActions: Map<string, StaffAction>;
}

export interface TopUp {
  service: string;
  method: 'bank_transfer' | 'crypto';
  amount: string;
  payment: string;
  number: string;
  gross: string;
}

export interface Transfer {
  amount: string;
  /** Of the payment that it names; null if it names none. */
  payment: string | null;
}

interface StaffAction {
  service: string;
  amount: string;
  /** The payment of which the amount was given back, VAT included; undefined for a credit. */
  refunded?: string;
}

interface Call {
  service: string;
  cost: string;
}

/** What the crypto provider has settled. It is the provider's own record. */
export interface SettledTransfer {
  payment: string;
  invoice: string;
  id: string;
  /** Of the pay currency, less the provider's fee: whole numbers of its smallest unit. */
  units: bigint;
}

export function newMoneyLog(): MoneyLog {
  return {
    topUps: new Map(),
    canceled: new Set(),
    transfers: new Map(),
    calls: [],
    closed: new Set(),
    staffActions: new Map(),
  };
}
