import type { BackgroundExport } from '@portal/contract/background-exports';
import { useErrorText, useFormat, useTranslation } from '@portal/shared/i18n';
import {
  type CheckedFile,
  DownloadLink,
  ExportState,
  exportFile,
  isActive,
  useChangeExports,
} from '@portal/shared/service-pages';
import { Button, ConfirmDialog, Inline, toast } from '@portal/shared/ui';
import { useState } from 'react';
import { hasFilters, useExportWords } from './export-words.ts';
import classes from './exports.module.css';

interface ExportItemProps {
  value: BackgroundExport;
  onSave: (file: CheckedFile) => void;
  onDeleted: () => void;
}

/** An export: what it contains, how far it is, and what can be done with it. */
export function ExportItem({ value, onSave, onDeleted }: ExportItemProps) {
  const { t } = useTranslation('exports');
  const { date } = useFormat();
  const { errorText } = useErrorText();
  const sizeOf = useFileSize();
  const { cancel, remove } = useChangeExports();
  const [isAsked, setAsked] = useState(false);
  const [isPending, setPending] = useState(false);
  const name = useExportName()(value);
  const isReady = value.state === 'ready';
  const labelOf = (action: 'cancel' | 'delete' | 'download') => t('action', { action: t(action), name });

  async function change(action: 'cancel' | 'delete'): Promise<void> {
    setPending(true);
    try {
      await (action === 'cancel' ? cancel(value) : remove(value));
      toast({ tone: 'success', text: t(action === 'cancel' ? 'cancelled' : 'deleted') });
      if (action === 'delete') onDeleted();
    } catch (error) {
      toast({ tone: 'error', text: errorText(error) });
    }
    setPending(false);
    setAsked(false);
  }

  const details = [
    hasFilters(value) ? t('filtered') : null,
    isReady && value.size_bytes !== null ? sizeOf(value.size_bytes) : null,
    isReady && value.expires !== null ? t('until', { date: date(value.expires) }) : null,
  ].filter((text) => text !== null);
  return (
    <li className={classes['export']}>
      <strong>{name}</strong>
      <ExportState value={value} />
      {details.length > 0 && <span className={classes['detail']}>{details.join(' · ')}</span>}
      <Inline gap="2">
        {isReady && (
          <DownloadLink
            file={exportFile(value)}
            onSave={onSave}
            size="small"
            aria-label={labelOf('download')}
          >
            {t('download')}
          </DownloadLink>
        )}
        {isActive(value) ? (
          <Button
            size="small"
            theme="outline"
            aria-label={labelOf('cancel')}
            loading={isPending}
            onClick={() => void change('cancel')}
          >
            {t('cancel')}
          </Button>
        ) : (
          <Button
            size="small"
            theme="ghost"
            aria-label={labelOf('delete')}
            loading={isPending && !isAsked}
            onClick={() => (isReady ? setAsked(true) : void change('delete'))}
          >
            {t('delete')}
          </Button>
        )}
      </Inline>
      <ConfirmDialog
        isOpen={isAsked}
        title={t('ask.title')}
        tone="danger"
        confirmText={t('delete')}
        loading={isPending}
        onConfirm={() => void change('delete')}
        onCancel={() => setAsked(false)}
      >
        {t('ask.text', { name })}
      </ConfirmDialog>
    </li>
  );
}

/** What a customer knows an export by: `Calls, 01/11/2026 – 30/11/2026, CSV`. */
function useExportName(): (value: BackgroundExport) => string {
  const { kindOf, formatOf } = useExportWords();
  const { date } = useFormat();
  return (value) =>
    [kindOf(value), `${date(value.start_date)} – ${date(value.end_date)}`, formatOf(value)].join(', ');
}

/** Formats bytes: `14.6 MB`. */
function useFileSize(): (bytes: number) => string {
  const { number } = useFormat();
  return (bytes) => {
    const unit = bytes < 1_000_000 ? 'kilobyte' : 'megabyte';
    const size = bytes / (unit === 'kilobyte' ? 1_000 : 1_000_000);
    return number(size, { style: 'unit', unit, maximumFractionDigits: size < 100 ? 1 : 0 });
  };
}
