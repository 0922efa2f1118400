import { type ExportFormat, exportFormats, mostExportedRows } from '@portal/contract/exports';
import { useFormat } from '@portal/shared/i18n';
import { Inline, LinkButton } from '@portal/shared/ui';
import { useState } from 'react';

interface ExportLinksProps {
  /** The address of the file with all rows of the list's filter, in an order. */
  addressOf: (format: ExportFormat, order: string) => string;
  /** The order of the list. */
  order: string;
  /** The order of a list that is too long for any other, latest first. */
  timeOrder: `-${string}`;
  /** How many rows the list has; undefined until that is known. */
  counted: { total: number; is_exact: boolean } | undefined;
  textOf: (key: 'label' | 'saving' | ExportFormat) => string;
  /** What files a list with more rows can have. */
  tooMany: (values: { number: string }) => string;
}

/** Links that save a list as files: one with very many rows as CSV only, in the order of time. Nothing for an empty list. */
export function ExportLinks({ addressOf, order, timeOrder, counted, textOf, tooMany }: ExportLinksProps) {
  const format = useFormat();
  const [savedAddress, setSavedAddress] = useState<string>();
  if (counted === undefined || counted.total === 0) return null;
  const isLong = counted.total > mostExportedRows || !counted.is_exact;
  const isByTime = `-${order.replace(/^-/, '')}` === timeOrder;
  const formats = isLong ? exportFormats.filter((one) => one === 'csv') : exportFormats;
  const links = formats.map((one) => ({
    format: one,
    address: addressOf(one, isLong && !isByTime ? timeOrder : order),
  }));
  const label = textOf('label');
  return (
    <Inline gap="2" role="group" aria-label={label}>
      {links.map((link) => (
        <LinkButton
          key={link.format}
          href={link.address}
          download=""
          external
          theme="outline"
          size="medium"
          icon="download"
          aria-label={`${label}: ${textOf(link.format)}`}
          onClick={() => setSavedAddress(link.address)}
        >
          {textOf(link.format)}
        </LinkButton>
      ))}
      {isLong && <span>{tooMany({ number: format.number(mostExportedRows) })}</span>}
      <span role="status">{links.some(({ address }) => address === savedAddress) && textOf('saving')}</span>
    </Inline>
  );
}
