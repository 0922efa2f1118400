import {
  downloadMonthlyVatInvoices,
  type MonthlyVatInvoice,
  type MonthlyVatInvoicesQuery,
  maxDownloadedInvoices,
} from '@portal/contract/monthly-vat-invoices';
import { requestDocument } from '@portal/shared/api';
import { useTranslation } from '@portal/shared/i18n';
import { Button, Checkbox, type Column, Inline, VisuallyHidden } from '@portal/shared/ui';
import { useState } from 'react';
import { useSaveDocument } from '../../use-save-document.ts';
import classes from './invoices.module.css';

type Invoice = Pick<MonthlyVatInvoice, 'monthly_vat_invoice_id' | 'number'>;

/** The chosen invoices, on all pages of the list. */
export interface InvoiceSelection {
  ids: ReadonlySet<string>;
  change: (invoices: readonly Invoice[], isSelected: boolean) => void;
  clear: () => void;
}

export function useInvoiceSelection(): InvoiceSelection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  return {
    ids,
    change: (invoices, isSelected) =>
      setIds((before) => {
        const after = new Set(before);
        for (const { monthly_vat_invoice_id: id } of invoices) {
          if (isSelected) after.add(id);
          else after.delete(id);
        }
        return after;
      }),
    clear: () => setIds(new Set()),
  };
}

/** The column that selects invoices, one by one or all of the page. */
export function useSelectionColumn(
  { ids, change }: InvoiceSelection,
  page: readonly Invoice[],
): Column<MonthlyVatInvoice> {
  const { t } = useTranslation('financesMonthlyVatInvoices');
  const selected = page.filter(({ monthly_vat_invoice_id }) => ids.has(monthly_vat_invoice_id)).length;
  const isWhole = page.length > 0 && selected === page.length;
  return {
    id: 'select',
    label: t('select.column'),
    header: (
      <Checkbox
        checked={isWhole}
        ref={(box) => {
          if (box !== null) box.indeterminate = selected > 0 && !isWhole;
        }}
        onCheckedChange={(isChecked) => change(page, isChecked)}
      >
        <VisuallyHidden>{t('select.page')}</VisuallyHidden>
      </Checkbox>
    ),
    cell: (invoice) => (
      <Checkbox
        checked={ids.has(invoice.monthly_vat_invoice_id)}
        onCheckedChange={(isChecked) => change([invoice], isChecked)}
      >
        <VisuallyHidden>{t('select.one', { number: invoice.number })}</VisuallyHidden>
      </Checkbox>
    ),
  };
}

interface InvoicesDownloadProps {
  selection: InvoiceSelection;
  query: MonthlyVatInvoicesQuery;
  /** Invoices that match the filters. */
  total: number;
}

/** Saves the selected invoices, or all that match the filters, as one ZIP. */
export function InvoicesDownload({ selection: { ids, clear }, query, total }: InvoicesDownloadProps) {
  const { t } = useTranslation('financesMonthlyVatInvoices');
  const count = ids.size > 0 ? ids.size : total;
  if (count === 0) return null;
  const isTooMuch = count > maxDownloadedInvoices;
  return (
    <div role="group" aria-label={t('download.title')} className={classes.download}>
      <p role="status" className={classes.chosen}>
        {ids.size > 0 ? t('download.selected', { count }) : t('download.all', { count })}
        {isTooMuch && (
          <span className={classes.note}> {t('download.tooMany', { max: maxDownloadedInvoices })}</span>
        )}
      </p>
      <Inline gap="2">
        {ids.size > 0 && (
          <Button theme="ghost" size="medium" onClick={clear}>
            {t('download.clear')}
          </Button>
        )}
        {(['pdf', 'xml'] as const).map((format) => (
          <DownloadButton key={format} format={format} ids={ids} query={query} disabled={isTooMuch} />
        ))}
      </Inline>
    </div>
  );
}

interface DownloadButtonProps {
  format: 'pdf' | 'xml';
  ids: ReadonlySet<string>;
  query: MonthlyVatInvoicesQuery;
  disabled: boolean;
}

function DownloadButton({ format, ids, query, disabled }: DownloadButtonProps) {
  const { t } = useTranslation('financesMonthlyVatInvoices');
  const { save, isSaving } = useSaveDocument();
  const { limit: _limit, offset: _offset, ...filter } = query;
  const chosen = ids.size > 0 ? { ids: [...ids].join(','), order: query.order } : filter;
  function download() {
    void save({
      fileName: `invoices_${format}.zip`,
      load: () =>
        requestDocument(downloadMonthlyVatInvoices, 'application/zip', { query: { ...chosen, format } }),
      failure: (reason) => t('invoice.downloadFailed', { reason }),
    });
  }
  return (
    <Button
      theme="outline"
      size="medium"
      icon="download"
      loading={isSaving}
      disabled={disabled}
      onClick={download}
    >
      {t(`download.${format}`)}
    </Button>
  );
}
