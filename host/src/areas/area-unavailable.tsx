import { referenceAddress } from '@portal/shared/area';
import { useTranslation } from '@portal/shared/i18n';
import { ErrorPanel, PageHeader } from '@portal/shared/ui/core';
import { failureReference } from '../federation/release-reports.ts';

interface AreaUnavailableProps {
  area: string;
  title: string;
  onRetry: () => void;
  /** A page keeps its heading; a plate and a sidebar have a frame of their own. */
  hasHeading?: boolean;
}

/** Stands in for a page, sidebar or plate whose code cannot be loaded or has failed. */
export function AreaUnavailable({ area, title, onRetry, hasHeading = false }: AreaUnavailableProps) {
  const { t } = useTranslation('common');
  const reference = failureReference(area);
  return (
    <>
      {hasHeading && <PageHeader title={title} />}
      <ErrorPanel
        title={t('area.unavailableTitle', { title })}
        message={t('area.unavailableText')}
        reference={reference}
        referenceHref={reference && referenceAddress(reference)}
        onRetry={onRetry}
      />
    </>
  );
}
