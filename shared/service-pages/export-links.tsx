import { type ExportFormat, exportFormats, mostExportedRows } from '@portal/contract/exports';
import { useFormat } from '@portal/shared/i18n';
import { Inline, LinkButton } from '@portal/shared/ui';
import { useState } from 'react';

interface ExportLinksProps {
  /** The address of the file with all rows of the list: its filter and its order. */
  addressOf: (format: ExportFormat) => string;
  /** How many rows the list has; undefined until that is known. */
  counted: { total: number; is_exact: boolean } | undefined;
  textOf: (key: 'label' | 'saving' | ExportFormat) => string;
  /** What to do about a list with more rows than a file has. */
  tooMany: (values: { number: string }) => string;
}

/** Links that save a list as files, or what to do if it is too long for one. Nothing for an empty list. */
export function ExportLinks({ addressOf, counted, textOf, tooMany }: ExportLinksProps) {
  const format = useFormat();
  const [savedAddress, setSavedAddress] = useState<string>();
  if (counted === undefined || counted.total === 0) return null;
  const isTooLong = counted.total > mostExportedRows || !counted.is_exact;
  const label = textOf('label');
  return (
    <Inline gap="2" role="group" aria-label={label}>
      {isTooLong ? (
        <span>{tooMany({ number: format.number(mostExportedRows) })}</span>
      ) : (
        exportFormats.map((one) => {
          const address = addressOf(one);
          return (
            <LinkButton
              key={one}
              href={address}
              download=""
              external
              theme="outline"
              size="medium"
              icon="download"
              aria-label={`${label}: ${textOf(one)}`}
              onClick={() => setSavedAddress(address)}
            >
              {textOf(one)}
            </LinkButton>
          );
        })
      )}
      <span role="status">
        {exportFormats.some((one) => addressOf(one) === savedAddress) && textOf('saving')}
      </span>
    </Inline>
  );
}
