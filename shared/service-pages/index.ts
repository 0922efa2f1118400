export { type ChosenFilter, ChosenFilters } from './chosen-filters.tsx';
export {
  type ComparedFigure,
  ComparedStats,
  TodayStats,
  useTodayAndYesterday,
} from './compared-stats.tsx';
export { CountryFilter } from './country-filter.tsx';
export { DeletedRecords } from './deleted-records.tsx';
export { type CheckedFile, useCheckedDownload } from './exports/checked-download.ts';
export { DownloadLink } from './exports/download-link.tsx';
export { ExportLinks } from './exports/export-links.tsx';
export { ExportState } from './exports/export-state.tsx';
export { useChangeSchedules, useExportSchedules, useRhythmText } from './exports/use-export-schedules.ts';
export { exportFile, isActive, useChangeExports, useExports } from './exports/use-exports.ts';
export { fixedPeriod } from './opened-row.tsx';
export { PriceListLink, RateCheck } from './rate-check.tsx';
export {
  type FilterProps,
  groupColumns,
  ReportFilters,
  withQuery,
} from './report.tsx';
export { ServiceGate, type ServiceKind, ServicePage, ServicePlate } from './service-gate.tsx';
export { ServiceList, SupportButton, type TitledColumn, titledColumns } from './service-list.tsx';
export { TotalsFailure } from './totals-failure.tsx';
export { HistoryViews } from './views/history-views.tsx';
export { useHistoryColumns } from './views/use-saved-views.ts';
