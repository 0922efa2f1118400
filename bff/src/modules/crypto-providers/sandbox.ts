import { randomBytes } from 'node:crypto';
import type { CryptoOption } from '@portal/contract/top-up-quote';
import { DateTime } from 'luxon';
import * as v from 'valibot';
import type { Config } from '../../config/config.ts';
import type { Database, Queryable } from '../../database/database.ts';
import { sql } from '../../database/sql.ts';
import { Big } from '../../listing/decimal.ts';
import { type CryptoProvider, ProviderError } from './crypto-provider.ts';
import {
  afterAct,
  asOf,
  type SandboxAct,
  type SandboxInvoice,
  sandboxInvoiceSchema,
} from './sandbox-invoice.ts';
import { readSignedWebhook } from './signed-webhook.ts';

/** Signs the sandbox's webhooks, which never leave this process. */
export const sandboxSecret = randomBytes(32).toString('hex');

type Asset = CryptoOption & {
  decimals: number;
  /** Not valid on any network: wallets refuse to pay to it. */
  address: string;
  scheme: string;
  rates: Readonly<Record<'eur' | 'usd', string>>;
  confirmations: number;
};

const assets: readonly Asset[] = [
  {
    pay_currency: 'usdt',
    network: 'tron',
    network_title: 'Tron (TRC-20) – sandbox, do not pay',
    decimals: 6,
    address: 'TQexampleAddressDoNotPay000000000000',
    scheme: 'tron',
    rates: { eur: '0.9233', usd: '1' },
    confirmations: 19,
  },
  {
    pay_currency: 'btc',
    network: 'bitcoin',
    network_title: 'Bitcoin – sandbox, do not pay',
    decimals: 8,
    address: 'bc1qexampleaddressdonotpay0000000000000000',
    scheme: 'bitcoin',
    rates: { eur: '95000', usd: '103000' },
    confirmations: 6,
  },
];

type Settings = Pick<Config, 'CRYPTO_RATE_MINUTES' | 'CRYPTO_MONITORING_HOURS' | 'CRYPTO_TOLERANCE_PERCENT'>;

/** Acts as a crypto provider inside the portal. A person decides what arrives, at /dev/crypto. For development only. */
export function sandboxProvider(
  { CRYPTO_RATE_MINUTES, CRYPTO_MONITORING_HOURS, CRYPTO_TOLERANCE_PERCENT: tolerance }: Settings,
  database: Pick<Database, 'system'>,
): CryptoProvider {
  return {
    name: 'sandbox',
    options: assets.map(({ pay_currency, network, network_title }) => ({
      pay_currency,
      network,
      network_title,
    })),
    createInvoice: async ({ payment_id, amount, currency, option }) => {
      const asset = assets.find(
        ({ pay_currency, network }) => pay_currency === option.pay_currency && network === option.network,
      );
      if (asset === undefined) throw new ProviderError('sandbox: unknown asset');
      const { decimals, address, scheme, rates, confirmations } = asset;
      const rate = rates[currency];
      const payAmount = roundedUp(new Big(amount), rate, decimals);
      const expires = DateTime.utc().plus({ minutes: CRYPTO_RATE_MINUTES });
      const invoice: SandboxInvoice = {
        invoice_id: `sandbox_${randomBytes(8).toString('hex')}`,
        payment_id,
        pay_currency: option.pay_currency,
        decimals,
        status: 'new',
        is_marked: false,
        checkout_url: null,
        pay_address: address,
        memo: null,
        payment_uri: `${scheme}:${address}?amount=${payAmount}`,
        rate,
        pay_amount: payAmount,
        due_amount: payAmount,
        network_fee: '0',
        confirmations_required: confirmations,
        expires_at: expires.toISO(),
        monitoring_until: expires.plus({ hours: CRYPTO_MONITORING_HOURS }).toISO(),
        transactions: [],
      };
      await database.system.run(sql`
        insert into crypto_sandbox_invoices (invoice_id, invoice)
        values (${invoice.invoice_id}, ${JSON.stringify(invoice)})`);
      return invoice;
    },
    getInvoice: async (invoiceId) => {
      const invoice = await findSandboxInvoice(database.system, invoiceId);
      if (invoice === undefined) throw new ProviderError('sandbox: unknown invoice');
      return asOf(invoice, new Date(), tolerance);
    },
    readWebhook: (body, headers) => {
      const event = readSignedWebhook(body, headers, sandboxSecret);
      return event && (event.invoiceId ?? null);
    },
  };
}

/** Lets something happen to an invoice of the sandbox. Returns it; undefined if there is none. */
export async function actOnSandbox(
  database: Pick<Database, 'asSystem'>,
  invoiceId: string,
  act: SandboxAct,
  { CRYPTO_TOLERANCE_PERCENT: tolerance }: Pick<Settings, 'CRYPTO_TOLERANCE_PERCENT'>,
): Promise<SandboxInvoice | undefined> {
  return database.asSystem(async (tx) => {
    await tx.run(sql`select 1 from crypto_sandbox_invoices where invoice_id = ${invoiceId} for update`);
    const before = await findSandboxInvoice(tx, invoiceId);
    if (before === undefined) return undefined;
    const after = afterAct(before, act, new Date(), tolerance);
    await tx.run(sql`
      update crypto_sandbox_invoices set invoice = ${JSON.stringify(after)} where invoice_id = ${invoiceId}`);
    return after;
  });
}

/** The latest invoices of the sandbox, newest first. */
export async function listSandboxInvoices(db: Queryable): Promise<SandboxInvoice[]> {
  const rows = await db.query<{ invoice: unknown }>(sql`
    select invoice from crypto_sandbox_invoices order by created desc limit 20`);
  return rows.map(({ invoice }) => v.parse(sandboxInvoiceSchema, invoice));
}

async function findSandboxInvoice(db: Queryable, invoiceId: string): Promise<SandboxInvoice | undefined> {
  const row = await db.first<{ invoice: unknown }>(sql`
    select invoice from crypto_sandbox_invoices where invoice_id = ${invoiceId}`);
  return row && v.parse(sandboxInvoiceSchema, row.invoice);
}

/** The amount in the pay currency, rounded up: what arrives must be worth the amount. */
function roundedUp(amount: Big, rate: string, decimals: number): string {
  const exact = amount.div(rate);
  return exact.round(decimals, Big.roundUp).toFixed(decimals);
}
