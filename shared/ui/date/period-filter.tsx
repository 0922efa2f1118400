import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/index.ts';
import { Select } from '../select/select.tsx';
import type { SelectOption } from '../select/select-popup.tsx';
import { type Day, todayIn } from './calendar-day.ts';
import { DateRangeField } from './date-range-field.tsx';
import classes from './period.module.css';
import { type Period, type PeriodPreset, periodPresets, presetOf, presetPeriod } from './period.ts';

export interface PeriodFilterProps {
  label?: ReactNode;
  value: Period;
  onChange: (value: Period) => void;
  presets?: readonly PeriodPreset[];
  /** Name of the list's period while no dates are chosen ("Last 24 hours"); the first option. */
  defaultTitle?: string | undefined;
  min?: Day | undefined;
  max?: Day | undefined;
  /** Allows one open end. */
  allowPartial?: boolean;
  /** IANA time zone that decides what "today" is: the account's. */
  timeZone?: string | undefined;
}

/** Filters a list by period: a preset, or a first and a last day. */
export function PeriodFilter(props: PeriodFilterProps) {
  const { label, value, onChange, presets = periodPresets, defaultTitle, timeZone, ...range } = props;
  const { t } = useTranslation('common');
  const today = todayIn(timeZone);
  const preset = presetOf(value, today, presets);
  const isDefault = defaultTitle !== undefined && value.start === null && value.end === null;
  const options: SelectOption<PeriodPreset | 'default'>[] = [
    ...(defaultTitle === undefined ? [] : [{ value: 'default' as const, title: defaultTitle }]),
    ...presets.map((name) => ({ value: name, title: t(`uiPeriod.${name}`) })),
  ];
  return (
    <div className={classes.filter}>
      <div className={classes.filterFields}>
        <Select
          label={label ?? t('uiPeriod.label')}
          options={options}
          search={false}
          value={isDefault ? 'default' : preset}
          placeholder={t('uiPeriod.custom')}
          onChange={(chosen) => onChange(chosen === 'default' ? noDates : presetPeriod(chosen, today))}
        />
        <DateRangeField {...range} label={t('uiPeriod.days')} value={value} onChange={onChange} />
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
