import {
  getStatement,
  mostStatementLines,
  type Statement,
  type StatementFilter,
  statementFormats,
} from '@portal/contract/statement';
import { requestDocument } from '@portal/shared/api';
import { useTranslation } from '@portal/shared/i18n';
import { Button, Inline } from '@portal/shared/ui';
import { useSaveDocument } from '../../use-save-document.ts';

interface StatementDownloadsProps {
  serviceId: string;
  query: StatementFilter;
  /** Undefined until it has loaded. */
  statement: Statement | undefined;
}

const mediaTypes = { csv: 'text/csv', pdf: 'application/pdf' } as const;

/** A button for each document of the period, or what to do if the document has no room for all lines. */
export function StatementDownloads(props: StatementDownloadsProps) {
  const { t } = useTranslation('financesStatement');
  const lines = props.statement?.total ?? 0;
  return (
    <Inline gap="2">
      {statementFormats.map((format) =>
        lines > mostStatementLines[format] ? (
          <span key={format}>{t('download.tooLong', { format: format.toUpperCase() })}</span>
        ) : (
          <DownloadButton key={format} format={format} {...props} />
        ),
      )}
    </Inline>
  );
}

interface DownloadButtonProps extends StatementDownloadsProps {
  format: keyof typeof mediaTypes;
}

function DownloadButton({ format, serviceId, query, statement }: DownloadButtonProps) {
  const { t } = useTranslation('financesStatement');
  const { save, isSaving } = useSaveDocument();
  const { start_date, end_date } = query;
  const period = statement?.period;
  const days = period ? `_${period.start_date}_${period.end_date}` : '';
  function download() {
    void save({
      fileName: `statement_${serviceId}${days}.${format}`,
      load: () =>
        requestDocument(getStatement, mediaTypes[format], {
          query: { service_id: serviceId, start_date, end_date, format },
        }),
      failure: (reason) => t('download.failed', { reason }),
    });
  }
  return (
    <Button theme="outline" size="medium" icon="download" loading={isSaving} onClick={download}>
      {t(`download.${format}`)}
    </Button>
  );
}
