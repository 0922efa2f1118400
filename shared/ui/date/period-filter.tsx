import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/index.ts';
import { Select } from '../select/select.tsx';
import type { SelectOption } from '../select/select-popup.tsx';
import { type Day, todayIn } from './calendar-day.ts';
import { DateRangeField } from './date-range-field.tsx';
import classes from './period.module.css';
import {
  type Period,
  type PeriodPreset,
  periodPresets,
  presetOf,
  presetPeriod,
  rememberPreset,
} from './period.ts';

export interface PeriodFilterProps {
  /** The days as in the contract's queries: both, or none for the list's default period. */
  value: {
    start_date?: Day | null | undefined;
    end_date?: Day | null | undefined;
    /** With both moments, such as those of an hour, the list is not one of days, and the days do not count. */
    start_time?: string | undefined;
    end_time?: string | undefined;
  };
  onChange: (days: { start_date: Day | null; end_date: Day | null }) => void;
  presets?: readonly PeriodPreset[];
  /** Name of the list's default period ("Last 24 hours"); the first option. */
  defaultTitle: string;
  /** Disables days after today. */
  pastOnly?: boolean;
}

/** Filters a list by period: a preset, or a first and a last day in the account's time zone. */
export function PeriodFilter(props: PeriodFilterProps) {
  const { value, onChange, presets = periodPresets, defaultTitle, pastOnly = false } = props;
  const { t } = useTranslation('common');
  const today = todayIn(useFormat().timeZone);
  const hasMoments = value.start_time !== undefined && value.end_time !== undefined;
  const { start_date: start = null, end_date: end = null } = hasMoments ? {} : value;
  const period: Period = { start, end };
  const isDefault = !hasMoments && start === null && end === null;
  const change = ({ start, end }: Period) => onChange({ start_date: start, end_date: end });
  const options: SelectOption<PeriodPreset | 'default'>[] = [
    { value: 'default', title: defaultTitle },
    ...presets.map((name) => ({ value: name, title: t(`uiPeriod.${name}`) })),
  ];
  return (
    <div className={classes.filter} data-wide>
      <div className={classes.filterFields}>
        <Select
          label={t('uiPeriod.label')}
          options={options}
          search={false}
          value={isDefault ? 'default' : presetOf(period, today, presets)}
          placeholder={t('uiPeriod.custom')}
          onChange={(chosen) => {
            if (chosen !== 'default') rememberPreset(chosen);
            change(chosen === 'default' ? noDates : presetPeriod(chosen, today));
          }}
        />
        <DateRangeField
          label={t('uiPeriod.days')}
          value={period}
          onChange={change}
          max={pastOnly ? today : undefined}
        />
      </div>
    </div>
  );
}

const noDates: Period = { start: null, end: null };

/** The days of a preset in the account's time zone, named as in the contract's queries. */
export function usePresetDays(preset: PeriodPreset): { start_date: Day; end_date: Day } {
  const { start, end } = presetPeriod(preset, todayIn(useFormat().timeZone));
  return { start_date: start, end_date: end };
}
