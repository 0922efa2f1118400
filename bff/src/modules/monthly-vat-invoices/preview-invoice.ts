import type { MonthlyVatInvoicePreview } from '@portal/contract/monthly-vat-invoice-preview';
import { severalVatReasons } from '@portal/contract/vat';
import { DateTime } from 'luxon';
import { findAccount } from '../../accounts/accounts.repository.ts';
import type { Config } from '../../config/config.ts';
import type { Transaction } from '../../database/database.ts';
import { sql } from '../../database/sql.ts';
import { HttpError } from '../../errors/http-error.ts';
import { OperatorError } from '../../errors/operator-error.ts';
import { documentTexts } from '../documents/document-texts.ts';
import { vatInEuro } from '../exchange-rates/exchange-rates.service.ts';
import { serviceOrFirst } from '../services/services.service.ts';
import { dayIn, type Vat, vatOn } from '../vat/vat.ts';
import { documentReason, type StatedVat } from '../vat/vat-of-document.ts';
import { preparePrepayments } from './close-prepayments.ts';
import { findOpenUsage, prepareUsage } from './close-usage.ts';
import { type Closing, contentOf } from './closing.ts';
import { findRents } from './find-rents.ts';
import { sumOf } from './invoice-arithmetic.ts';
import { untaxedReason, withDescription } from './invoice-document.ts';
import { chargeableVat, type DraftInvoice, draftInvoice, type IssuedInvoice } from './issue-invoice.ts';
import { findClosings } from './month-closings.repository.ts';
import { nextMonth } from './next-month.ts';
import { sumDrafts } from './sum-drafts.ts';

/**
 * Computes the next invoice of a service by the functions that close its month, but from the sums of its records, or the sum of its
 * invoices if there will be several. It takes no number, locks nothing and writes nothing. It must be the first to use its transaction.
 */
export async function previewInvoice(
  tx: Transaction,
  config: Config,
  owner: { account_id: string },
  query: { service_id?: string | undefined },
): Promise<MonthlyVatInvoicePreview> {
  // A closing in between would make half of it disappear.
  await tx.run(sql`set transaction isolation level repeatable read, read only`);
  const account = await findAccount(tx, owner.account_id);
  if (account === undefined) throw new HttpError('unauthenticated');
  const service = await serviceOrFirst(tx, owner, query);
  const now = DateTime.utc();
  const { account_id } = account;
  const closings = await findClosings(tx, { account_id, service_id: service.service_id });
  const month = nextMonth(account, service, closings);
  const closing: Closing = { account, month, closings, now };
  const isUsage = service.vat_on === 'usage';
  const contents = await contentsOf(tx, config, closing, isUsage);
  const today = vatOn(month.period.end_date, account, config);
  const nothing = async (): Promise<IssuedInvoice> => ({
    ...(await contentOf(tx, closing)),
    basis: isUsage ? 'usage' : 'prepayment',
    usages: [],
    tax: today,
    payments: [],
  });
  const known = contents.length === 0 ? [await nothing()] : contents;
  const { detail, summary, ...draft } = sumDrafts(known.map((each) => draftInvoice(config, each)));
  const chargeable = contents.flatMap((each) => each.chargeable ?? []);
  const { lines, tax_breakdown, totals, payments } = detail;
  return {
    ...noEuro,
    ...(await euroToday(tx, { chargeable }, draft, account)),
    ...draft,
    lines: lines.map((line) => withDescription(line, draft)),
    discounts: [],
    tax_breakdown: tax_breakdown.map((tax) => ({
      ...tax,
      exemption_text: untaxedReason(documentTexts(draft.language), tax.category) ?? tax.exemption_text,
    })),
    totals,
    payments,
    summary,
    vat: vatOfPreview(known, draft, today),
    as_of: now.toISO(),
    has_ended: DateTime.fromISO(month.period.end_utc) <= now,
    upcoming_rents: sumOf((await findRents(tx, month)).map(({ amount }) => amount)).toFixed(2),
  };
}

async function contentsOf(
  tx: Transaction,
  config: Config,
  closing: Closing,
  isUsage: boolean,
): Promise<IssuedInvoice[]> {
  if (!isUsage) return (await preparePrepayments(tx, { config }, closing)).map(({ content }) => content);
  const { content } = await prepareUsage(tx, { config }, closing, await findOpenUsage(tx, closing));
  return content === undefined ? [] : [content];
}

/** Today's reason, which says more than that of the payments, unless they were taxed for another one, or for several. */
function vatOfPreview(
  contents: readonly IssuedInvoice[],
  { tax_treatment: treatment, tax_rate: rate }: Pick<DraftInvoice, 'tax_treatment' | 'tax_rate'>,
  today: Vat,
): MonthlyVatInvoicePreview['vat'] {
  const stated = contents.flatMap(({ vat }) => vat ?? []);
  const [first] = stated;
  const isOne = ({ reason, country }: StatedVat) =>
    stated.every((each) => each.reason === reason && each.country === country);
  if (first === undefined || isOne({ ...today, reason: documentReason(today.reason) })) return today;
  const vat = isOne(first) ? first : { reason: severalVatReasons, country: null };
  return { treatment, rate: rate ?? today.rate, ...vat };
}

const noEuro = {
  tax_currency: null,
  tax_amount_in_tax_currency: null,
  exchange_rate: null,
  exchange_rate_source: null,
  tax_conversions: [],
};

/** The month's last day counts once it is over, until then today. A rate may not be known yet: a preview without one shows no euro. */
async function euroToday(
  tx: Transaction,
  content: Pick<IssuedInvoice, 'chargeable'>,
  draft: Pick<DraftInvoice, 'currency' | 'tax_amount' | 'period_end'>,
  { timezone }: { timezone: string },
) {
  const today = dayIn(timezone);
  const untilToday = (day: string) => (day < today ? day : today);
  const chargeable = content.chargeable?.map((part) => ({ ...part, day: untilToday(part.day) })) ?? [];
  try {
    return await vatInEuro(
      tx,
      draft.currency,
      chargeableVat({ chargeable }, draft, untilToday(draft.period_end)),
      { isPreview: true },
    );
  } catch (error) {
    if (error instanceof OperatorError) return {};
    throw error;
  }
}
