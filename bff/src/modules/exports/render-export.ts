import { exportMediaTypes } from '@portal/contract/exports';
import { inRenderer } from '../documents/render-document.ts';
import type { ExportFile } from './history-columns.ts';
import type { ExportedRows } from './write-rows.ts';

/** Media types with their parameters. */
export const exportTypes = {
  ...exportMediaTypes,
  csv: `${exportMediaTypes.csv}; charset=utf-8; header=present`,
} as const;

/** Writes rows in a render process. */
export async function renderExport(rows: ExportedRows): Promise<Uint8Array> {
  return inRenderer({ module: new URL('write-rows.ts', import.meta.url), name: 'writeRows' }, rows);
}

/** `calls_svc_vo_8KQ2_2026-11-01_2026-11-30.csv` */
export function exportFileName({ kind, service_id, start_date, end_date, format }: NamedExport): string {
  return `${kind}_${service_id}_${start_date}_${end_date}.${format}`;
}

interface NamedExport {
  kind: ExportFile['history'];
  service_id: string;
  start_date: string;
  end_date: string;
  format: ExportFile['format'];
}
