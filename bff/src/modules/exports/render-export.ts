import { exportMediaTypes } from '@portal/contract/exports';
import { inRenderer } from '../documents/render-document.ts';
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
