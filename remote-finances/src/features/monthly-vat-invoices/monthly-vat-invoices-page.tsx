import { monthlyVatInvoicesQuerySchema } from '@portal/contract/monthly-vat-invoices';
import { pagingEntries } from '@portal/contract/paging';
import { useUrlQuery } from '@portal/shared/router';
import * as v from 'valibot';
import { InvoicePanel } from './invoice/invoice-panel.tsx';
import { InvoicesList } from './invoices-list.tsx';

// A patch without an offset returns to the first page; opening an invoice must stay on its page.
const openInvoiceSchema = v.object({ invoice: v.optional(v.string()), offset: pagingEntries.offset });

export default function MonthlyVatInvoicesPage() {
  const [query, setQuery] = useUrlQuery(monthlyVatInvoicesQuerySchema);
  const [{ invoice, offset }, setInvoice] = useUrlQuery(openInvoiceSchema);
  if (invoice !== undefined) {
    return <InvoicePanel id={invoice} onBack={() => setInvoice({ invoice: null, offset })} />;
  }
  return (
    <InvoicesList
      query={query}
      onQueryChange={setQuery}
      onOpen={(id) => setInvoice({ invoice: id, offset })}
    />
  );
}
