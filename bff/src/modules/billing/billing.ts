import type { Database } from '../../database/database.ts';
import { invalidArgument, runCommand } from '../../errors/operator-command.ts';
import { printableJson, printableLines } from '../../errors/terminal-text.ts';
import { withDatabase, withPortal } from '../../staff/open-portal.ts';
import {
  type AnyStaffCommand,
  refuseOtherOptions,
  runStaffCommand,
  staffOptions,
  staffUsage,
} from '../../staff/staff-command.ts';
import { findUnmatched } from '../bank/bank-entries.repository.ts';
import { describeUnmatched } from '../bank/describe-entries.ts';
import { auditLedger, describeAudit } from '../ledger/audit.ts';
import { assign, returnTransfer } from './assign-entry.ts';
import { adjust, credit } from './book-payment.ts';
import { checkMonth, close as closeMonths } from './close.ts';
import { confirmClock } from './confirm-clock.ts';
import { creditNote } from './credit-note.ts';
import { refund } from './refund.ts';
import { creditLimit } from './set-credit-limit.ts';
import { describePayment, findShownPayment } from './show-payment.ts';

const usage = `Checks and corrects the money of all accounts. docs/runbooks/money.md says when to use which command.

  npm run -s billing -- audit|unmatched [--json]
  npm run -s billing -- payment --payment <id or number> [--json]
  npm run -s billing -- close [--month 2026-10] [--dry-run] [--json]
  npm run -s billing -- credit --service <id> --amount 10.00 <why>
  npm run -s billing -- adjust --service <id> --amount=-10.00 <why>
  npm run -s billing -- credit-limit --service <id> --amount 100.00 <why>
  npm run -s billing -- refund --payment <id or number> [--amount 10.00] <why>
  npm run -s billing -- credit-note --invoice <number> [--line 3 [--amount 10.00]] <why>
  npm run -s billing -- assign --entry <id> --payment <id or number> <why>
  npm run -s billing -- return --entry <id> [--payment <id or number>] <why>
  npm run -s billing -- confirm-clock <why>

where <why> is --reason "…" --actor <name> --key <key> [--log <file>] [--dry-run] [--json]

  audit         compares balances with postings, usage with its records, payments with what was credited, and documents
                with their entries, lines and particulars; finds numbers, documents, closed months and invoiced usage that are
                missing; it reads the database only and changes nothing
  unmatched     lists what the bank has booked and no payment explains: imported statements named no payment, or several,
                what may be an entry of another statement, and debits that name a payment
  payment       shows a payment with its states, its entries in the ledger and what the bank booked for it
  close         issues the invoices of all months that have ended, or only up to --month; the portal does so every hour,
                six hours after the end of a month. A month is closed once; after a crash, run it again
  credit        gives a customer money, such as a compensation
  adjust        corrects a balance; with a negative amount it takes money, below zero too
  credit-limit  sets how far a balance may fall below zero
  refund        records that a top-up was given back: --amount is what was transferred, VAT included, or else the rest
  credit-note   corrects an issued invoice in full, or one of its lines, or --amount of a line, without VAT. An invoice for
                usage: its balance is credited. One for prepayments: they are refunded, as by "refund"; transfer the money
  assign        credits an unmatched entry to a payment, or for a monthly invoice, and mails the customer
  return        with --payment, deducts what the bank has taken back from it; without, closes an entry whose money was
                sent back to its payer, that another statement contains as well, or that is a payment of yours
  confirm-clock states that the clock is right although it is more than three days ahead of the time that jobs saw last, so
                that months are closed and old records deleted without waiting for a day of steady time
${staffUsage}

It runs beside the portal. Exit codes: 0 when it is done or everything agrees, 1 when something does not or the command is
refused, 2 for invalid arguments.`;

type Reading = (database: Database, json: boolean, payment: string | undefined) => Promise<string>;

const readings: Record<string, Reading> = {
  audit: async (database, json) => {
    const report = await auditLedger(database);
    if (report.problems.length > 0) process.exitCode = 1;
    return json ? printableJson(report, 2) : describeAudit(report);
  },
  unmatched: async (database, json) => {
    const entries = await database.asBackground(findUnmatched);
    return json ? printableJson(entries, 2) : describeUnmatched(entries);
  },
  payment: async (database, json, payment) => {
    if (payment === undefined) throw invalidArgument('--payment is missing.');
    const shown = await database.asBackground((tx) => findShownPayment(tx, payment));
    return json ? printableJson(shown, 2) : describePayment(shown);
  },
};

const changes: Record<string, AnyStaffCommand> = {
  credit,
  adjust,
  'credit-limit': creditLimit,
  refund,
  'credit-note': creditNote,
  assign,
  return: returnTransfer,
  'confirm-clock': confirmClock,
};

/** The commands that read less than the options of the staff. */
const optionsOf: Record<string, readonly string[]> = {
  audit: ['json'],
  unmatched: ['json'],
  payment: ['payment', 'json'],
  close: ['month', 'dry-run', 'json'],
};

await runCommand(
  usage,
  { ...staffOptions, month: { type: 'string' } },
  async ([name = '', ...more], values) => {
    const refuseOthers = () => refuseOtherOptions(values, optionsOf[name] ?? Object.keys(staffOptions));
    if (name === 'close' && more.length === 0) {
      refuseOthers();
      const { month, json, 'dry-run': isDryRun } = values;
      if (month !== undefined) checkMonth(month);
      return withPortal((portal) => closeMonths(portal, { month, json, isDryRun }));
    }
    const reading = Object.hasOwn(readings, name) ? readings[name] : undefined;
    const change = Object.hasOwn(changes, name) ? changes[name] : undefined;
    if ((reading === undefined && change === undefined) || more.length > 0) {
      const names = [...Object.keys(readings), 'close', ...Object.keys(changes)].join(', ');
      throw invalidArgument(`expected one of the commands ${names}.\n\n${usage}`);
    }
    refuseOthers();
    if (change !== undefined)
      await withPortal((portal) => runStaffCommand(portal, `billing ${name}`, change, values));
    if (reading === undefined) return;
    const text = await withDatabase((database) => reading(database, values.json, values.payment));
    console.log(printableLines(text));
  },
);
