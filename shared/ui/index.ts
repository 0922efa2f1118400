import './icon/page-icons.ts';
import './tokens/tokens.css';

export { Button, IconButton, type IconButtonProps } from './button/button.tsx';
export { CopyButton } from './button/copy-button.tsx';
export { LinkButton, LinkProvider, TextLink } from './button/link.tsx';
export { unlessSecond } from './button/unless-second.ts';
export { BarChart, type BarPoint } from './charts/bar-chart.tsx';
export { Checkbox } from './choice/checkbox.tsx';
export { CheckboxGroup } from './choice/checkbox-group.tsx';
export { RadioCards, SegmentedControl } from './choice/radio-group.tsx';
export { classNames } from './class-names.ts';
export { addDays, todayIn } from './date/calendar-day.ts';
export { DateField } from './date/date-field.tsx';
export { DateRangeField } from './date/date-range-field.tsx';
export {
  longPeriodPresets,
  type PeriodPreset,
  presetOf,
  presetPeriod,
  presetsOf,
  rememberPreset,
} from './date/period.ts';
export { PeriodFilter, type PeriodFilterProps, usePresetDays } from './date/period-filter.tsx';
export { ErrorDescriptionProvider, ErrorPanel, QueryError } from './feedback/error-panel.tsx';
export { Loader } from './feedback/loader.tsx';
export { FailureNotice, NotificationBox } from './feedback/notification-box.tsx';
export {
  EmptyList,
  type EmptyListProps,
  EmptyState,
  QueryFallback,
  type QueryState,
  Reserved,
  Skeleton,
} from './feedback/placeholders.tsx';
export { clearToasts, ToastRegion, toast } from './feedback/toast.tsx';
export { PasswordField } from './field/password-field.tsx';
export { SearchBox, SearchField, useTypedFilter } from './field/search-field.tsx';
export { TextArea } from './field/text-area.tsx';
export { TextField, type TextFieldProps } from './field/text-field.tsx';
export { FilterBar } from './form/filter-bar.tsx';
export { FieldRow, Form, FormActions, FormSection } from './form/form.tsx';
export { Icon } from './icon/icon.tsx';
export type { IconName } from './icon/icon-name.ts';
export { Card } from './layout/card.tsx';
export {
  type Detail,
  DetailList,
  detail,
  Stat,
  type StatProps,
  StatsCard,
  type Trend,
} from './layout/description-lists.tsx';
export { EntryList } from './layout/entry-list.tsx';
export { Grid, Inline, PageHeader, type PageHeaderProps, Stack, VisuallyHidden } from './layout/layout.tsx';
export { lazyWidget, preloadWidgets } from './lazy-widget.tsx';
export { focusIfLost, useRegionFocus } from './lost-focus.ts';
export { Pagination } from './navigation/pagination.tsx';
export { ProgressSteps } from './navigation/progress-steps.tsx';
export { ConfirmDialog, Dialog } from './overlay/dialog.tsx';
export { RowDrawer, Sidebar } from './overlay/sidebar.tsx';
export { InfoTip } from './popup/info-tip.tsx';
export { Menu } from './popup/menu.tsx';
export { Popover } from './popup/popover.tsx';
export { saveFile } from './save-file.ts';
export { MultiSelect } from './select/multi-select.tsx';
export { Select } from './select/select.tsx';
export type { SelectOption } from './select/select-popup.tsx';
export { MomentCell, TwoLineCell } from './table/cells.tsx';
export { DataTable } from './table/data-table.tsx';
export {
  isSearchedBack,
  type ListPage,
  type ListPatch,
  ListStatus,
  PagedTable,
  type PagedTableProps,
  QueryTable,
} from './table/query-table.tsx';
export type { Column } from './table/table-head.tsx';
export { Badge, type BadgeTone, StatusBadge } from './values/badge.tsx';
export { useDecimalFormat } from './values/use-decimal-format.ts';
export {
  Copyable,
  CountryName,
  DateTime,
  DirectionName,
  Duration,
  Money,
  PhoneNumber,
} from './values/values.tsx';
export { useVatReasonTitle, VatReason } from './values/vat-reason.tsx';
