import type { Period } from '@portal/contract/dates';
import type { ExportFile } from './history-columns.ts';

/** `calls_svc_vo_8KQ2_2026-11-01_2026-11-30.csv`. */
export function exportFileName(
  { history, format }: Pick<ExportFile, 'history' | 'format'>,
  { service_id }: { service_id: string },
  { start_date, end_date }: Pick<Period, 'start_date' | 'end_date'>,
): string {
  return `${history}_${service_id}_${start_date}_${end_date}.${format}`;
}
