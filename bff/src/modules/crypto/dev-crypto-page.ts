import type { SandboxInvoice } from '../crypto-providers/sandbox-invoice.ts';

const buttons = [
  ['pay', 'Detect the rest'],
  ['pay_part', 'Detect 40 %'],
  ['pay_over', 'Detect 10 % too much'],
  ['confirm_some', '7 confirmations'],
  ['confirm', 'Confirm and settle'],
  ['expire', 'Expire'],
  ['pay_late', 'Detect the rest late'],
  ['invalidate', 'Double-spend'],
  ['mark_settled', 'Mark as settled'],
  ['mark_invalid', 'Mark as invalid'],
  ['resend', 'Resend the webhook'],
  ['forge', 'Forge a webhook'],
] as const;

const style = `
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; }
article { border: 1px solid #999; border-radius: 8px; margin: 1rem 0; padding: 1rem; }
form { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; }
button { font: inherit; padding: 0.25rem 0.75rem; }
code { overflow-wrap: anywhere; }`;

/** The page of the sandbox: its invoices, each with what can happen to it. English, for developers. */
export function devCryptoPage(invoices: readonly SandboxInvoice[]): string {
  const list = invoices.map(articleOf).join('') || '<p>No crypto payment has been created yet.</p>';
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Crypto sandbox</title><style>${style}</style></head>
<body><main><h1>Crypto sandbox</h1>
<p>Acts as the crypto provider of this portal. Without its webhook, a change is found by the polling job within a minute.</p>
${list}</main></body></html>`;
}

function articleOf(invoice: SandboxInvoice): string {
  const { invoice_id, payment_id, pay_currency, pay_amount, due_amount, status, expires_at, transactions } =
    invoice;
  const transfers = transactions.map(
    ({ transaction_id, amount, state, confirmations }) =>
      `<li><code>${escaped(transaction_id)}</code>: ${escaped(amount)}, ${state}, ${confirmations} confirmations</li>`,
  );
  return `<article aria-labelledby="${escaped(invoice_id)}">
<h2 id="${escaped(invoice_id)}">${escaped(payment_id)}</h2>
<p>${status}${invoice.is_marked ? ' (marked)' : ''}, ${escaped(due_amount)} of ${escaped(pay_amount)}
${escaped(pay_currency.toUpperCase())} missing, expires ${escaped(expires_at)}</p>
<ul>${transfers.join('')}</ul>
<form method="post" action="/dev/crypto"><input type="hidden" name="invoice_id" value="${escaped(invoice_id)}">
<label><input type="checkbox" name="webhook" value="yes" checked> with its webhook</label>
${buttons.map(([act, title]) => `<button name="act" value="${act}">${title}</button>`).join('\n')}</form>
</article>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
