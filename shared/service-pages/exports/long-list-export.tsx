import type { BackgroundExport } from '@portal/contract/background-exports';
import { type ExportFormat, exportFormats, mostExportedRows } from '@portal/contract/exports';
import type { HistoryKind } from '@portal/contract/saved-views';
import { useErrorText, useFormat, useTranslation } from '@portal/shared/i18n';
import { Button, FailureNotice, Inline, Stack, toast } from '@portal/shared/ui';
import { useState } from 'react';
import { useCheckedDownload } from './checked-download.ts';
import { DownloadLink } from './download-link.tsx';
import { ExportState } from './export-state.tsx';
import { exportFile, isActive, useChangeExports, useExports } from './use-exports.ts';

export interface LongListExportProps {
  kind: HistoryKind;
  serviceId: string;
  /** The filters of the list, and the order of its file. */
  query: Readonly<Record<string, string>>;
  label: string;
  /** False if nobody knows how many rows there are. */
  isCounted: boolean;
}

/** Buttons that let the portal make a file of a list that is too long for a link or could not be counted, and how far the latest one is. */
export function LongListExport({ kind, serviceId, query, label, isCounted }: LongListExportProps) {
  const { t } = useTranslation('exports');
  const { number } = useFormat();
  const { create } = useChangeExports();
  const exports = useExports().data?.exports ?? [];
  const [started, setStarted] = useState<string | null>(null);
  const [pending, setPending] = useState<ExportFormat | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const shown = exports.find(
    (one) =>
      one.export_id === started || (one.kind === kind && one.service_id === serviceId && isActive(one)),
  );

  async function start(format: ExportFormat): Promise<void> {
    setPending(format);
    setFailure(null);
    try {
      const { export_id } = await create({ kind, service_id: serviceId, format, query: { ...query } });
      setStarted(export_id);
    } catch (error) {
      setFailure(error);
    }
    setPending(null);
  }

  return (
    <Stack gap="2">
      <Inline gap="2" role="group" aria-label={label}>
        {exportFormats.map((format) => (
          <Button
            key={format}
            theme="outline"
            size="medium"
            icon="download"
            aria-label={`${label}: ${t(`format.${format}`)}`}
            loading={pending === format}
            onClick={() => pending === null && void start(format)}
          >
            {t(`format.${format}`)}
          </Button>
        ))}
        <span>{isCounted ? t('background', { number: number(mostExportedRows) }) : t('uncounted')}</span>
      </Inline>
      {failure !== null && <FailureNotice failure={failure} />}
      {shown && <ShownExport key={shown.export_id} value={shown} />}
    </Stack>
  );
}

function ShownExport({ value }: { value: BackgroundExport }) {
  const { t } = useTranslation('exports');
  const { errorText } = useErrorText();
  const { cancel } = useChangeExports();
  const { save, progressOf } = useCheckedDownload();
  const [isCancelling, setCancelling] = useState(false);
  const file = exportFile(value);
  const progress = progressOf([file]);

  async function stop(): Promise<void> {
    setCancelling(true);
    try {
      await cancel(value);
      toast({ tone: 'success', text: t('cancelled') });
    } catch (error) {
      toast({ tone: 'error', text: errorText(error) });
    }
    setCancelling(false);
  }

  return (
    <Inline gap="3">
      <ExportState value={value} />
      {isActive(value) && (
        <Button size="small" theme="outline" loading={isCancelling} onClick={() => void stop()}>
          {t('cancel')}
        </Button>
      )}
      {value.state === 'ready' && (
        <DownloadLink file={file} onSave={save} size="small">
          {t('download')}
        </DownloadLink>
      )}
      <span role="status">{progress === 'saving' && t('saving')}</span>
      {typeof progress === 'object' && <FailureNotice failure={progress.failure} />}
    </Inline>
  );
}
