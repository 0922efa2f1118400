import { type BackgroundExport, redeemExportLink } from '@portal/contract/background-exports';
import { mostExportedRows } from '@portal/contract/exports';
import { request } from '@portal/shared/api';
import { useSidebar } from '@portal/shared/area';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { exportFile, useCheckedDownload, useExports } from '@portal/shared/service-pages';
import { FailureNotice, NotificationBox, QueryFallback, Stack } from '@portal/shared/ui';
import { useEffect, useRef, useState } from 'react';
import { sidebars } from '../../paths.ts';
import { ExportItem } from './export-item.tsx';
import classes from './exports.module.css';
import { RegularExports } from './regular-exports.tsx';

/** The files that the portal makes in the background. A mailed link opens it and saves its file. */
export default function ExportsSidebar() {
  const { t } = useTranslation('exports');
  const { number } = useFormat();
  const query = useExports();
  const { save, progressOf } = useCheckedDownload();
  const list = useRef<HTMLDivElement>(null);
  const linked = useMailedLink((value) => save(exportFile(value)));
  if (query.data === undefined) return <QueryFallback query={query} />;
  const { exports } = query.data;
  const progress = progressOf(exports.map(exportFile));
  const failure = typeof progress === 'object' ? progress.failure : linked;
  return (
    <Stack gap="4">
      <p>{t('intro', { number: number(mostExportedRows) })}</p>
      {failure !== null && <FailureNotice failure={failure} />}
      <div role="status">{progress === 'saving' && <NotificationBox>{t('saving')}</NotificationBox>}</div>
      <div ref={list} tabIndex={-1} role="group" aria-label={t('list')}>
        {exports.length === 0 ? (
          <p>{t('none')}</p>
        ) : (
          <ul className={classes['exports']}>
            {exports.map((one) => (
              <ExportItem
                key={one.export_id}
                value={one}
                onSave={save}
                // The pressed button is gone with its export.
                onDeleted={() => setTimeout(() => list.current?.focus())}
              />
            ))}
          </ul>
        )}
      </div>
      <RegularExports />
    </Stack>
  );
}

/**
 * Redeems the token of a mailed link, once, and removes it from the address. Returns why that failed, or null.
 */
function useMailedLink(onFound: (value: BackgroundExport) => void): unknown {
  const { params, open } = useSidebar();
  const [failure, setFailure] = useState<unknown>(null);
  const redeemed = useRef<string | null>(null);
  const token = params['link'];
  // In step with the address and the server.
  useEffect(() => {
    if (token === undefined || redeemed.current === token) return;
    redeemed.current = token;
    open(sidebars.exports, {}, { replace: true });
    request(redeemExportLink, { body: { token } }).then(
      (found) => onFound(found.export),
      (error: unknown) => setFailure(error),
    );
  }, [token, open, onFound]);
  return failure;
}
