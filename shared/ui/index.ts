import './tokens/tokens.css';

export {
  Badge,
  type BadgeProps,
  type BadgeTone,
  StatusBadge,
  type StatusBadgeProps,
} from './badge/badge.tsx';
export {
  Button,
  type ButtonProps,
  type ButtonSize,
  type ButtonTheme,
  IconButton,
  type IconButtonProps,
} from './button/button.tsx';
export { Card, type CardProps } from './card/card.tsx';
export { type Detail, DetailList, type DetailListProps, detail } from './card/detail-list.tsx';
export { type Entry, EntryList, type EntryListProps } from './card/entry-list.tsx';
export { Stat, type StatProps, StatsCard, type StatsCardProps } from './card/stat.tsx';
export { changeOf, type Trend, trendOf } from './card/trend.ts';
export {
  BarChart,
  type BarChartProps,
  type BarPoint,
  type BarSeries,
  type SeriesTone,
} from './charts/bar-chart.tsx';
export { Checkbox, type CheckboxProps } from './checkbox/checkbox.tsx';
export { type RadioCard, RadioCards, type RadioCardsProps } from './checkbox/radio-cards.tsx';
export { classNames } from './class-names.ts';
export { CopyButton, type CopyButtonProps } from './copy-button/copy-button.tsx';
export { Copyable, type CopyableProps } from './copy-button/copyable.tsx';
export { addDays, type Day, todayIn } from './date/calendar-day.ts';
export { DateField, type DateFieldProps } from './date/date-field.tsx';
export { DateRangeField, type DateRangeFieldProps } from './date/date-range-field.tsx';
export {
  longPeriodPresets,
  type Period,
  type PeriodPreset,
  presetPeriod,
} from './date/period.ts';
export { PeriodFilter, type PeriodFilterProps } from './date/period-filter.tsx';
export { ConfirmDialog, type ConfirmDialogProps, Dialog, type DialogProps } from './dialog/dialog.tsx';
export { EmptyList, type EmptyListProps, type EmptyListText } from './feedback/empty-list.tsx';
export { EmptyState, type EmptyStateProps } from './feedback/empty-state.tsx';
export { ErrorPanel, type ErrorPanelProps } from './feedback/error-panel.tsx';
export { Loader, type LoaderProps } from './feedback/loader.tsx';
export { ErrorDescriptionProvider } from './feedback/query-error.tsx';
export { QueryFallback, type QueryFallbackProps, type QueryState } from './feedback/query-fallback.tsx';
export { Skeleton, type SkeletonProps } from './feedback/skeleton.tsx';
export type { FieldProps } from './field/field.tsx';
export { FilterBar, type FilterBarProps } from './filter-bar/filter-bar.tsx';
export {
  FieldRow,
  Form,
  FormActions,
  type FormActionsProps,
  type FormProps,
  FormSection,
  type FormSectionProps,
} from './form/form.tsx';
export { Icon, type IconProps } from './icon/icon.tsx';
export type { IconName } from './icon/icons.ts';
export { InfoTip, type InfoTipProps } from './info-tip/info-tip.tsx';
export {
  Grid,
  type GridProps,
  Inline,
  type InlineProps,
  PageHeader,
  type PageHeaderProps,
  Stack,
  type StackProps,
} from './layout/layout.tsx';
export { VisuallyHidden } from './layout/visually-hidden.tsx';
export {
  LinkButton,
  type LinkButtonProps,
  LinkProvider,
  TextLink,
  type TextLinkProps,
  type UiLinkProps,
} from './link/link.tsx';
export { Menu, type MenuAction, type MenuProps, type MenuSection } from './menu/menu.tsx';
export { FailureNotice, type FailureNoticeProps } from './notification-box/failure-notice.tsx';
export {
  NotificationBox,
  type NotificationBoxProps,
  type NotificationTone,
} from './notification-box/notification-box.tsx';
export { type Page, Pagination, type PaginationProps } from './pagination/pagination.tsx';
export { PasswordField, type PasswordFieldProps } from './password-field/password-field.tsx';
export { preloadWidgets } from './preload-widgets.ts';
export { saveFile } from './save-file.ts';
export {
  type Segment,
  SegmentedControl,
  type SegmentedControlProps,
} from './segmented-control/segmented-control.tsx';
export { MultiSelect, type MultiSelectProps } from './select/multi-select.tsx';
export { Select, type SelectOption, type SelectProps } from './select/select.tsx';
export { RowDrawer, type RowDrawerProps } from './sidebar/row-drawer.tsx';
export { type CloseReason, Sidebar, type SidebarProps } from './sidebar/sidebar.tsx';
export { type ProgressStep, ProgressSteps, type ProgressStepsProps } from './steps/progress-steps.tsx';
export { MomentCell, type MomentCellProps, TwoLineCell, type TwoLineCellProps } from './table/cells.tsx';
export type { Column, Sort } from './table/column.ts';
export { DataTable, type DataTableProps } from './table/data-table.tsx';
export {
  type ListPage,
  type ListPatch,
  ListStatus,
  type ListStatusProps,
  PagedTable,
  type PagedTableProps,
} from './table/paged-table.tsx';
export { QueryTable, type QueryTableProps } from './table/query-table.tsx';
export { type Tab, Tabs, type TabsProps } from './tabs/tabs.tsx';
export { TextArea, type TextAreaProps } from './text-area/text-area.tsx';
export { SearchBox, type SearchBoxProps } from './text-field/search-box.tsx';
export { SearchField, type SearchFieldProps } from './text-field/search-field.tsx';
export { TextField, type TextFieldProps } from './text-field/text-field.tsx';
export { type TypedFilter, useTypedFilter } from './text-field/use-typed-filter.ts';
export { ToastRegion } from './toast/toast.tsx';
export { type ToastInput, toast } from './toast/toast-queue.ts';
export { CopyableCode, type CopyableCodeProps } from './values/copyable-code.tsx';
export { CountryName, type CountryNameProps } from './values/country-name.tsx';
export { DateTime, type DateTimeProps } from './values/date-time.tsx';
export { DirectionName, type DirectionNameProps } from './values/direction-name.tsx';
export { Duration } from './values/duration.tsx';
export { Money, type MoneyProps } from './values/money.tsx';
export { PhoneNumber, type PhoneNumberProps } from './values/phone-number.tsx';
export { type DecimalFormat, useDecimalFormat } from './values/use-decimal-format.ts';
