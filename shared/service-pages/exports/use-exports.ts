import {
  type BackgroundExport,
  cancelExport,
  checkExportFile,
  createExport,
  deleteExport,
  downloadExport,
  type ExportRequest,
  listExports,
} from '@portal/contract/background-exports';
import {
  changeThenReload,
  documentAddress,
  endpointKey,
  endpointQuery,
  request,
  useQuery,
  useQueryClient,
} from '@portal/shared/api';
import { useState } from 'react';
import type { CheckedFile } from './checked-download.ts';

const second = 1000;
const minute = 60 * second;

/** The exports that are made in the background, read repeatedly while one waits or runs. */
export function useExports() {
  const [startMs] = useState(() => Date.now());
  return useQuery({
    ...endpointQuery(listExports),
    refetchInterval: ({ state }) =>
      state.data?.exports.some(isActive) === true ? pauseAfter(Date.now() - startMs) : false,
    refetchOnWindowFocus: 'always',
  });
}

/** Endless requests would keep an idle session alive; a page that is looked at again is read anyway. */
function pauseAfter(waitedMs: number): number | false {
  if (waitedMs < 2 * minute) return 1.5 * second;
  return waitedMs < 60 * minute ? 10 * second : false;
}

/** Whether a file is still to come. */
export function isActive({ state }: BackgroundExport): boolean {
  return state === 'queued' || state === 'running';
}

/** Changes the exports; each change loads them again. */
export function useChangeExports() {
  const cache = useQueryClient();
  const reload = () => cache.invalidateQueries({ queryKey: endpointKey(listExports) });
  return {
    create: async (body: ExportRequest) => {
      const created = await changeThenReload(request(createExport, { body }), reload);
      return created.export;
    },
    cancel: ({ export_id }: BackgroundExport) =>
      changeThenReload(request(cancelExport, { params: { export_id }, body: {} }), reload),
    remove: ({ export_id }: BackgroundExport) =>
      changeThenReload(request(deleteExport, { params: { export_id } }), reload),
  };
}

/** The file of an export. */
export function exportFile({ export_id }: BackgroundExport): CheckedFile {
  const input = { params: { export_id } };
  return {
    address: documentAddress(downloadExport, input),
    check: () => request(checkExportFile, input),
  };
}
