export {
  type ComparedFigure,
  ComparedStats,
  TodayStats,
  useTodayAndYesterday,
} from './compared-stats.tsx';
export { ExportLinks } from './export-links.tsx';
export {
  type FilterProps,
  groupColumns,
  historyFiltersOf,
  ReportFilters,
  type RowKey,
  withQuery,
} from './report.tsx';
export { ServiceGate, type ServiceKind, ServicePage, ServicePlate } from './service-gate.tsx';
export { ServiceList, SupportButton, type TitledColumn, titledColumns } from './service-list.tsx';
