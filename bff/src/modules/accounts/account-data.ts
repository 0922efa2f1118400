import { randomUUID } from 'node:crypto';
import { accessSync, constants, existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { findAccount } from '../../accounts/accounts.repository.ts';
import type { Transaction } from '../../database/database.ts';
import { identifier, rawSql, sql } from '../../database/sql.ts';
import { callersPath } from '../../errors/operator-command.ts';
import { OperatorError } from '../../errors/operator-error.ts';
import { defineStaffCommand, staffArguments } from '../../staff/staff-command.ts';

/** Writes what is stored about an account into a new file, for a request of its person. Secrets and their hashes are left out. */
export const data = defineStaffCommand({
  schema: v.strictObject({ account: staffArguments.account, file: staffArguments.file }),
  act: async (tx, _action, { account: account_id, file }) => {
    if ((await findAccount(tx, account_id)) === undefined)
      throw new OperatorError(`There is no account ${account_id}.`);
    refuseExisting(callersPath(file));
    // Before the hand-out is recorded: a folder that does not exist is usually a typing error.
    accessSync(path.dirname(callersPath(file)), constants.W_OK | constants.X_OK);
    return { account_id, changed: { file: callersPath(file) } };
  },
  deliver: async ({ account, file }, { database }) => {
    const target = callersPath(file);
    refuseExisting(target);
    const stored = await database.asBackground((tx) => findStored(tx, account));
    writeComplete(target, `${JSON.stringify(stored, null, 2)}\n`);
  },
});

/** Writes a file that only this account may read. It is complete or missing, even after a full disk. */
function writeComplete(file: string, content: string): void {
  const draft = path.join(path.dirname(file), `.${randomUUID()}.partial`);
  try {
    writeFileSync(draft, content, { mode: 0o600, flag: 'wx', flush: true });
    renameSync(draft, file);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new OperatorError(
      `${file} cannot be written (${reason}). Its hand-out is recorded: repeat the command with the same --key when the file can be written.`,
    );
  } finally {
    rmSync(draft, { force: true });
  }
}

function refuseExisting(file: string): void {
  if (existsSync(file)) throw new OperatorError(`${file} exists: name a new file.`);
}

/** What the file contains: the columns of each table, as SQL. Listed one by one, so that no secret is added with a new column. */
export const dataColumns: Readonly<Record<string, string>> = {
  accounts: `account_id, account_sid, email, email_confirmed_at, pending_email, name, company, phone, earlier_phone, phone_changed_at,
    address, country, tax_number, tax_status, tax_checked_at, currency, timezone, language, crypto_enabled, status, status_reason,
    terms_version, terms_accepted_at, dpu_version, dpu_accepted_at, password_changed_at, account_token_last_used,
    second_token_last_used, created, updated`,
  dpu_acceptances: 'version, accepted_at, language, ip, user_agent',
  sessions: 'session_id, kind, remember, created, last_seen, expires_at, ip, user_agent',
  known_devices: 'created, last_used',
  two_factor: 'enabled_at, pending_since',
  recovery_codes: 'used_at',
  one_time_tokens: 'purpose, email, created, expires_at, used_at',
  registrations: `created, form - 'password_hash' as form`,
  support_tickets:
    'number, subject, body, category, priority, status, service_id, context, reply_to, created, updated',
  services: `service_id, type, status, currency, balance, credit_limit, threshold_enabled, threshold_amount, threshold_state, vat_on,
    created, updated`,
  rented_numbers: `number, service_id, country, type, status, rented_at, renews_at, expires_at, auto_renew, label, routing,
    compliance_status`,
  saved_views: 'kind, name, query, columns, created, updated',
  history_columns: 'kind, columns',
  export_schedules: 'service_id, kind, format, query, frequency, weekday, next_date, created',
  exports: `service_id, kind, format, query, language, timezone, start_date, end_date, state, rows, size_bytes, created, finished,
    expires`,
  webhooks: 'url, description, events, status, created, updated',
  tax_checks: 'checked_at, tax_number, register, outcome, consultation_number, reason',
  payments: 'number, type, method, status, currency, gross_amount, created, completed',
  monthly_vat_invoices: `number, document_type, issue_date, due_date, service_type, currency, net_amount, tax_amount, gross_amount`,
  bank_entries: 'booked, currency, amount, payer_name, payer_iban, reference, remittance',
  // Who of the staff acted, and their notes, are not the customer's data; the path of a file is the provider's.
  staff_actions: `command, arguments - 'file' as arguments, (result -> 'changed') - 'file' as changed, recorded_at`,
};

const traffic =
  'calls and messages, as the owner exports them from the history of the service (CSV, XLSX), or requests them by the API';
const payments = 'the payment and its PDF (Finances → Payments)';
const documents = 'the document and its PDF (Finances → Monthly VAT invoices)';
const derived = 'sums or references of what the file contains or names; nothing about a person';
const deliveries = 'the deliveries on the page of the webhook (Profile → Webhooks), stored for 30 days';

/** What the file does not contain, and where it is, or why it is left out. */
export const notInData: Readonly<Record<string, string>> = {
  cdrs: traffic,
  messages: traffic,
  call_numbers: traffic,
  message_addresses: traffic,
  calls_by_hour: traffic,
  calls_by_quarter: traffic,
  calls_by_kind: traffic,
  calls_by_number: traffic,
  messages_by_hour: traffic,
  messages_by_quarter: traffic,
  messages_by_kind: traffic,
  usage_by_line: traffic,
  usage_by_time: traffic,
  usage_batches: derived,
  usage_corrections: derived,
  usage_removals: derived,
  payment_entries: payments,
  payment_events: payments,
  payment_set_backs: payments,
  crypto_invoices: payments,
  crypto_transactions: payments,
  number_charges: documents,
  invoiced_charges: derived,
  invoiced_usage: derived,
  invoice_corrections: documents,
  document_receipts: documents,
  document_digests: derived,
  month_closings: derived,
  ledger_accounts: 'the movements of the balance (Finances → Statement of account)',
  export_parts: 'the files of exports (the page of the service), stored until they expire',
  export_turns: derived,
  import_progress: derived,
  webhook_events: deliveries,
  webhook_deliveries: deliveries,
  webhook_attempts: deliveries,
  idempotency_keys: 'responses of the last 24 hours, which repeat what the file contains or names',
};

/** Where else the provider stores something about the account. */
const elsewhere = {
  security_log: 'the lines of the portal’s logs and of staff.log that name the account id',
  backups: 'the same as here, of their time',
};

async function findStored(tx: Transaction, accountId: string): Promise<Record<string, unknown>> {
  const tables: Record<string, unknown> = {};
  for (const [table, columns] of Object.entries(dataColumns))
    tables[table] = await tx.query(sql`
      select ${rawSql(columns)} from ${identifier(table)} where account_id = ${accountId}`);
  return {
    account_id: accountId,
    written: new Date().toISOString(),
    tables,
    not_repeated: notInData,
    elsewhere,
  };
}
