import type { Database, Queryable } from '../../database/database.ts';
import { sql } from '../../database/sql.ts';
import type { AuditRule } from './audit-rules/audit-rule.ts';
import { balanceRules, usageRules } from './audit-rules/balance-rules.ts';
import { chargeRules } from './audit-rules/charge-rules.ts';
import { closingRules } from './audit-rules/closing-rules.ts';
import { completenessRules } from './audit-rules/completeness-rules.ts';
import { contentRules } from './audit-rules/content-rules.ts';
import { cryptoRules } from './audit-rules/crypto-rules.ts';
import { documentRules } from './audit-rules/document-rules.ts';
import { entryRules } from './audit-rules/entry-rules.ts';
import { issuedRules } from './audit-rules/issued-rules.ts';
import { monthRules } from './audit-rules/month-rules.ts';
import { particularsRules } from './audit-rules/particulars-rules.ts';
import { bankRules, paymentRules } from './audit-rules/payment-rules.ts';
import { paymentStateRules } from './audit-rules/payment-state-rules.ts';
import { receiptRules } from './audit-rules/receipt-rules.ts';
import { stateRules } from './audit-rules/state-rules.ts';
import { statementRules } from './audit-rules/statement-rules.ts';

const auditRules: readonly AuditRule[] = [
  ...balanceRules,
  ...usageRules,
  ...entryRules,
  ...paymentRules,
  ...paymentStateRules,
  ...bankRules,
  ...cryptoRules,
  ...documentRules,
  ...contentRules,
  ...receiptRules,
  ...closingRules,
  ...monthRules,
  ...chargeRules,
  ...statementRules,
  ...stateRules,
  ...completenessRules,
  ...particularsRules,
  ...issuedRules,
];

export interface AuditProblem {
  rule: string;
  /** What breaks the rule: a service, an event key, a payment or a document. */
  subject: string;
  expected: string;
  found: string;
}

export interface AuditReport {
  /** How many rows of each kind were compared. */
  compared: Record<'entries' | 'postings' | 'services' | 'usage_batches' | 'payments' | 'documents', number>;
  rules: number;
  seconds: number;
  problems: AuditProblem[];
}

/** The tables may be large. */
const unlimited = { seconds: Number.POSITIVE_INFINITY };

/** Compares postings, balances, usage, payments and documents of all accounts in one snapshot of the database. */
export async function auditLedger(database: Database): Promise<AuditReport> {
  const startedMs = performance.now();
  return database.asBackground(async (tx) => {
    await tx.run(sql`set transaction isolation level repeatable read, read only`);
    const compared = await tx.one<AuditReport['compared']>(sql`
      select (select count(*) from journal_entries) as entries, (select count(*) from postings) as postings,
        (select count(*) from services) as services, (select count(*) from usage_batches) as usage_batches,
        (select count(*) from payments) as payments, (select count(*) from monthly_vat_invoices) as documents`);
    const problems = await findProblems(tx);
    const seconds = Math.round((performance.now() - startedMs) / 100) / 10;
    return { compared, rules: auditRules.length, seconds, problems };
  }, unlimited);
}

/** Returns what breaks a rule. */
export async function findProblems(tx: Queryable): Promise<AuditProblem[]> {
  const problems: AuditProblem[] = [];
  for (const { name, violations } of auditRules) {
    const found = await tx.query<Omit<AuditProblem, 'rule'>>(violations);
    problems.push(...found.map((violation) => ({ rule: name, ...violation })));
  }
  return problems;
}

/** Returns the report as lines for a reader. */
export function describeAudit({ compared, rules, seconds, problems }: AuditReport): string {
  const counts = Object.entries(compared).map(([name, count]) => `${count} ${name.replaceAll('_', ' ')}`);
  const lines = problems.map(
    ({ rule, subject, expected, found }) => `${subject}: ${rule}; expected ${expected}, found ${found}`,
  );
  const result = problems.length === 0 ? 'all agree' : `${problems.length} problems`;
  return [...lines, `${counts.join(', ')}; ${rules} rules in ${seconds} s: ${result}`].join('\n');
}
