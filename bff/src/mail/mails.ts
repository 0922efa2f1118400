/** What fills the texts of a mail beside the recipient's name, and the path of the portal that its link leads to. */
interface MailContent {
  values?: Readonly<Record<string, string>>;
  link?: string;
}

const security = '/profile?sidebar=profile/security';
const webhooks = '/profile#webhooks';

/** Every mail to a customer: what its sender provides, and what becomes of it. */
export const mails = {
  confirm: ({ token, ...values }: { token: string; code: string; hours: string; minutes: string }) => ({
    values,
    link: `/login?confirm=${token}`,
  }),
  already_registered: () => ({ link: '/restore' }),
  address_taken: () => ({ link: '/restore' }),
  address_reserved: (values: { days: string; account: string }) => ({ values }),
  restore: restoration,
  password_changed: () => ({ link: '/restore' }),
  phone_changed: () => ({ link: '/profile' }),
  email_change: ({ token, ...values }: { token: string; hours: string; account: string }) => ({
    values,
    link: `/login?confirm=${token}`,
  }),
  email_change_notice: revertibleChange,
  email_changed: revertibleChange,
  email_reverted: restoration,
  tax_number_invalid: (values: { tax_number: string }) => ({ values, link: '/profile#tax_number' }),
  token_revealed: (values: { last4: string }) => ({ values, link: '/profile' }),
  token_created: (values: { last4: string }) => ({ values, link: '/profile' }),
  token_promoted: (values: { last4: string }) => ({ values, link: '/profile' }),
  webhook_created: (values: { host: string }) => ({ values, link: webhooks }),
  webhook_secret_replaced: (values: { host: string }) => ({ values, link: webhooks }),
  webhook_failed: (values: { host: string; days: string }) => ({ values, link: webhooks }),
  support_received: (values: { subject: string; number: string }) => ({ values }),
  low_balance: ({ service_id, ...values }: LowBalance) => ({ values, link: topUpLink(service_id) }),
  number_unpaid: ({ service_id, ...values }: UnpaidNumber) => ({ values, link: topUpLink(service_id) }),
  payment_received: receipt,
  payment_received_canceled: receipt,
  payment_received_expired: receipt,
  payment_partial_crypto: ({ payment_id, ...values }: Receipt & { missing: string; payment_id: string }) => ({
    ...receipt(values),
    link: `/finances/payments?sidebar=finances/top-up&sidebar.payment_id=${payment_id}`,
  }),
  payment_partial: (values: Receipt & { missing: string; reference: string }) => receipt(values),
  payment_returned: receipt,
  invoice_issued: document,
  invoice_due: (values: IssuedDocument & { due: string; due_date: string }) => document(values),
  credit_note_issued: creditNote,
  credit_note_month: document,
  credit_note_refunded: creditNote,
  export_ready: ({ token, kind, ...values }: ReadyExport) => ({
    values,
    link: `${histories[kind]}?sidebar=profile/exports&sidebar.link=${token}`,
  }),
  export_failed: ({ kind, ...values }: RequestedExport) => ({
    values,
    link: `${histories[kind]}?sidebar=profile/exports`,
  }),
  new_device: (values: { time: string; browser: string; system: string; ip: string }) => ({
    values,
    link: security,
  }),
  two_factor_enabled: ({ token, ...values }: { token: string; days: string }) => ({
    values,
    link: `/restore?revert_factor=${token}`,
  }),
  two_factor_reverted: restoration,
  two_factor_disabled: () => ({ link: security }),
  recovery_code_used: (values: { left: string }) => ({ values, link: security }),
  recovery_codes_renewed: () => ({ link: security }),
} as const satisfies Record<string, (data: never) => MailContent>;

/** The paths of the histories. */
const histories = { calls: '/voicing/cdr', messages: '/messaging/history' } as const;

/** Days are formatted for the recipient. */
interface RequestedExport {
  kind: keyof typeof histories;
  service_type: string;
  from: string;
  to: string;
}

/** The number of rows is formatted, too. */
interface ReadyExport extends RequestedExport {
  token: string;
  rows: string;
  last_day: string;
}

interface LowBalance {
  service_id: string;
  service_type: string;
  available: string;
  threshold: string;
}

interface UnpaidNumber {
  service_id: string;
  service_type: string;
  number: string;
  amount: string;
  last_day: string;
}

/** Amounts are formatted for the recipient; `received` contains VAT, `credited` does not. */
interface Receipt extends Record<string, string> {
  number: string;
  service_type: string;
  received: string;
  credited: string;
  balance: string;
}

/** `gross` is formatted for the recipient. */
interface IssuedDocument extends Record<string, string> {
  number: string;
  service_type: string;
  month: string;
  gross: string;
  invoice_id: string;
}

function document({ invoice_id, ...values }: IssuedDocument) {
  return { values, link: `/finances/monthly-vat-invoices?invoice=${invoice_id}` };
}

/** `gross` is formatted for the recipient; `corrected` is the number of the invoice. */
function creditNote({ invoice_id, ...values }: Omit<IssuedDocument, 'month'> & { corrected: string }) {
  return { values, link: `/finances/monthly-vat-invoices?invoice=${invoice_id}` };
}

function receipt(values: Receipt) {
  return { values, link: '/finances/payments' };
}

function topUpLink(serviceId: string): string {
  return `/finances/payments?sidebar=finances/top-up&sidebar.service_id=${serviceId}`;
}

function restoration({ token, ...values }: { token: string; email: string; minutes: string }) {
  return { values, link: `/change?token=${token}` };
}

/** `token` reverts the change of address; `days` is how long it does. */
function revertibleChange({ token, ...values }: { token: string; new_email: string; days: string }) {
  return { values, link: `/restore?revert=${token}` };
}

type Mails = typeof mails;
export type MailName = keyof Mails;

/** What the sender of a mail provides; nothing for mails without values. */
export type MailData<Name extends MailName> = Parameters<Mails[Name]>;

/** Fills in a mail: `confirm` with its token and codes gives its values and `/login?confirm=…`. */
export function composeMail<Name extends MailName>(name: Name, data: MailData<Name>): MailContent {
  const compose: { [Each in MailName]: (...data: MailData<Each>) => MailContent } = mails;
  return compose[name](...data);
}
