import { type ExportFormat, exportFormats, mostExportedRows } from '@portal/contract/exports';
import type { HistoryKind } from '@portal/contract/saved-views';
import { useAction } from '@portal/shared/area';
import { Button, FailureNotice, Inline, Loader, lazyWidget, Sidebar } from '@portal/shared/ui';
import { Suspense, useState } from 'react';
import { type CheckedFile, useCheckedDownload } from './checked-download.ts';
import { DownloadLink } from './download-link.tsx';
import type { LongListExportProps } from './long-list-export.tsx';
import type { RegularExportFormProps } from './regular-export-form.tsx';

interface ExportLinksProps {
  kind: HistoryKind;
  serviceId: string;
  /** The filters of the list, as its address has them. */
  filters: Readonly<Record<string, string>>;
  /** The file with all rows of the list's filter. */
  fileOf: (format: ExportFormat) => CheckedFile;
  /** The order of the list. */
  order: string;
  /** The order of a list that is too long for any other, latest first. */
  timeOrder: `-${string}`;
  /** How many rows the list has; null if that could not be found out. */
  counted: { total: number; is_exact: boolean } | null;
  textOf: (key: 'label' | 'saving' | 'list' | 'regular' | ExportFormat) => string;
}

const longList = lazyWidget<LongListExportProps>(() =>
  import(/* webpackChunkName: "list-tools" */ './long-list-export.tsx').then(
    (module) => module.LongListExport,
  ),
);

const regularForm = lazyWidget<RegularExportFormProps>(() =>
  import(/* webpackChunkName: "list-tools" */ './regular-export-form.tsx').then(
    (module) => module.RegularExportForm,
  ),
);

/** Exports a list: a short one by links that save it, a long one in the background. Opens the list of such exports. */
export function ExportLinks({ kind, serviceId, filters, order, timeOrder, ...rest }: ExportLinksProps) {
  const { fileOf, counted, textOf } = rest;
  const openList = useAction('exports');
  const isLong = counted === null || counted.total > mostExportedRows || !counted.is_exact;
  const isByTime = `-${order.replace(/^-/, '')}` === timeOrder;
  const query = { ...filters, order: isByTime ? order : timeOrder };
  // Files that come by mail are of no use without the list of them.
  const list = openList && (
    <>
      <RegularExport kind={kind} serviceId={serviceId} query={query} label={textOf('regular')} />
      <Button theme="ghost" size="medium" icon="list" aria-haspopup="dialog" onClick={() => openList()}>
        {textOf('list')}
      </Button>
    </>
  );
  if (isLong) {
    const props = { kind, serviceId, query, label: textOf('label'), isCounted: counted !== null };
    return (
      <Inline gap="2" align="start">
        <Suspense fallback={<Loader size="small" />}>
          <longList.Widget props={props} fallback={<Loader size="small" />} />
        </Suspense>
        {list}
      </Inline>
    );
  }
  return (
    <Inline gap="2">
      {counted.total > 0 && <Links fileOf={fileOf} textOf={textOf} />}
      {list}
    </Inline>
  );
}

/** A button that opens the form with which a list is exported each week or month. */
function RegularExport(props: Omit<RegularExportFormProps, 'onClose'>) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button
        theme="ghost"
        size="medium"
        icon="calendar"
        aria-haspopup="dialog"
        onPointerEnter={regularForm.prefetch}
        onClick={() => setOpen(true)}
      >
        {props.label}
      </Button>
      <Sidebar isOpen={isOpen} title={props.label} onCloseRequest={close}>
        <Suspense fallback={<Loader />}>
          <regularForm.Widget onGiveUp={close} props={{ ...props, onClose: close }} fallback={<Loader />} />
        </Suspense>
      </Sidebar>
    </>
  );
}

/** Links that save a list as files. */
function Links({ fileOf, textOf }: Pick<ExportLinksProps, 'fileOf' | 'textOf'>) {
  const { save, progressOf } = useCheckedDownload();
  const links = exportFormats.map((format) => ({ format, ...fileOf(format) }));
  const progress = progressOf(links);
  const label = textOf('label');
  return (
    <Inline gap="2" role="group" aria-label={label}>
      {links.map((link) => (
        <DownloadLink
          key={link.format}
          file={link}
          onSave={save}
          size="medium"
          aria-label={`${label}: ${textOf(link.format)}`}
        >
          {textOf(link.format)}
        </DownloadLink>
      ))}
      {progress === 'checking' && <Loader size="small" />}
      <span role="status">{progress === 'saving' && textOf('saving')}</span>
      {typeof progress === 'object' && <FailureNotice failure={progress.failure} />}
    </Inline>
  );
}
