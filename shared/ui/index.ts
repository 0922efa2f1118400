import './tokens/tokens.css';

export {
  Button,
  type ButtonProps,
  type ButtonSize,
  type ButtonTheme,
  IconButton,
  type IconButtonProps,
} from './button/button.tsx';
export { CopyButton, type CopyButtonProps } from './button/copy-button.tsx';
export {
  LinkButton,
  type LinkButtonProps,
  LinkProvider,
  TextLink,
  type TextLinkProps,
  type UiLinkProps,
} from './button/link.tsx';
export {
  BarChart,
  type BarChartProps,
  type BarPoint,
  type BarSeries,
  type SeriesTone,
} from './charts/bar-chart.tsx';
export { Checkbox, type CheckboxProps } from './choice/checkbox.tsx';
export {
  type RadioCard,
  RadioCards,
  type RadioCardsProps,
  type Segment,
  SegmentedControl,
  type SegmentedControlProps,
} from './choice/radio-group.tsx';
export { classNames } from './class-names.ts';
export { addDays, type Day, todayIn } from './date/calendar-day.ts';
export { DateField, type DateFieldProps } from './date/date-field.tsx';
export { DateRangeField, type DateRangeFieldProps } from './date/date-range-field.tsx';
export {
  longPeriodPresets,
  type Period,
  type PeriodPreset,
} from './date/period.ts';
export { PeriodFilter, type PeriodFilterProps, usePresetDays } from './date/period-filter.tsx';
export { ErrorDescriptionProvider, ErrorPanel, type ErrorPanelProps } from './feedback/error-panel.tsx';
export { Loader, type LoaderProps } from './feedback/loader.tsx';
export {
  FailureNotice,
  type FailureNoticeProps,
  NotificationBox,
  type NotificationBoxProps,
  type NotificationTone,
} from './feedback/notification-box.tsx';
export {
  EmptyList,
  type EmptyListProps,
  EmptyState,
  type EmptyStateProps,
  QueryFallback,
  type QueryFallbackProps,
  type QueryState,
  Skeleton,
  type SkeletonProps,
} from './feedback/placeholders.tsx';
export { type ToastInput, ToastRegion, toast } from './feedback/toast.tsx';
export type { FieldProps } from './field/field.tsx';
export { PasswordField, type PasswordFieldProps } from './field/password-field.tsx';
export {
  SearchBox,
  type SearchBoxProps,
  SearchField,
  type SearchFieldProps,
  type TypedFilter,
  useTypedFilter,
} from './field/search-field.tsx';
export { TextArea, type TextAreaProps } from './field/text-area.tsx';
export { TextField, type TextFieldProps } from './field/text-field.tsx';
export { FilterBar, type FilterBarProps } from './form/filter-bar.tsx';
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
export { Card, type CardProps } from './layout/card.tsx';
export {
  type Detail,
  DetailList,
  type DetailListProps,
  detail,
  Stat,
  type StatProps,
  StatsCard,
  type StatsCardProps,
  type Trend,
} from './layout/description-lists.tsx';
export { type Entry, EntryList, type EntryListProps } from './layout/entry-list.tsx';
export {
  Grid,
  type GridProps,
  Inline,
  type InlineProps,
  PageHeader,
  type PageHeaderProps,
  Stack,
  type StackProps,
  VisuallyHidden,
} from './layout/layout.tsx';
export { preloadWidgets } from './lazy-widget.tsx';
export { type Page, Pagination, type PaginationProps } from './navigation/pagination.tsx';
export { type ProgressStep, ProgressSteps, type ProgressStepsProps } from './navigation/progress-steps.tsx';
export { type Tab, Tabs, type TabsProps } from './navigation/tabs.tsx';
export { ConfirmDialog, type ConfirmDialogProps, Dialog, type DialogProps } from './overlay/dialog.tsx';
export { RowDrawer, type RowDrawerProps, Sidebar, type SidebarProps } from './overlay/sidebar.tsx';
export type { CloseReason } from './overlay/sidebar-overlay.tsx';
export { InfoTip, type InfoTipProps } from './popup/info-tip.tsx';
export { Menu, type MenuProps } from './popup/menu.tsx';
export type { MenuAction, MenuSection } from './popup/menu-popup.tsx';
export { saveFile } from './save-file.ts';
export { MultiSelect, type MultiSelectProps } from './select/multi-select.tsx';
export { Select, type SelectProps } from './select/select.tsx';
export type { SelectOption } from './select/select-popup.tsx';
export { MomentCell, type MomentCellProps, TwoLineCell, type TwoLineCellProps } from './table/cells.tsx';
export { DataTable, type DataTableProps } from './table/data-table.tsx';
export {
  type ListPage,
  type ListPatch,
  ListStatus,
  type ListStatusProps,
  PagedTable,
  type PagedTableProps,
  QueryTable,
  type QueryTableProps,
} from './table/query-table.tsx';
export type { Column, Sort } from './table/table-head.tsx';
export {
  Badge,
  type BadgeProps,
  type BadgeTone,
  StatusBadge,
  type StatusBadgeProps,
} from './values/badge.tsx';
export { type DecimalFormat, useDecimalFormat } from './values/use-decimal-format.ts';
export {
  Copyable,
  type CopyableProps,
  CountryName,
  type CountryNameProps,
  DateTime,
  type DateTimeProps,
  DirectionName,
  type DirectionNameProps,
  Duration,
  Money,
  type MoneyProps,
  PhoneNumber,
  type PhoneNumberProps,
} from './values/values.tsx';
