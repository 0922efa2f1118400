import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Select, type SelectOption } from '../select/select.tsx';
import { type Day, todayIn } from './calendar-day.ts';
import { DateRangeField } from './date-range-field.tsx';
import classes from './period.module.css';
import { type Period, type PeriodPreset, periodPresets, presetOf, presetPeriod } from './period.ts';

export interface PeriodFilterProps {
  label?: ReactNode;
  value: Period;
  onChange: (value: Period) => void;
  presets?: readonly PeriodPreset[];
  /** Names what a list shows while no dates are chosen ("Last 24 hours"), and offers it first. */
  defaultTitle?: string | undefined;
  min?: Day | undefined;
  max?: Day | undefined;
  allowPartial?: boolean;
  /** IANA zone in which "today" is meant: the account's. */
  timeZone?: string | undefined;
}

/** The period of a list: a preset, or two days. */
export function PeriodFilter(props: PeriodFilterProps) {
  const { label, value, onChange, presets = periodPresets, defaultTitle, min, max } = props;
  const { allowPartial = false, timeZone } = props;
  const { t } = useTranslation('common');
  const today = todayIn(timeZone);
  const preset = presetOf(value, today, presets);
  const isDefault = defaultTitle !== undefined && value.start === null && value.end === null;
  const options: SelectOption<PeriodPreset | 'default'>[] = [
    ...(defaultTitle === undefined ? [] : [{ value: 'default' as const, title: defaultTitle }]),
    ...presets.map((name) => ({ value: name, title: t(`uiPeriod.${name}`) })),
  ];
  const name = label ?? t('uiPeriod.label');
  return (
    <div className={classes.filter}>
      <div className={classes.filterFields}>
        <Select
          label={name}
          options={options}
          search={false}
          value={isDefault ? 'default' : preset}
          placeholder={t('uiPeriod.custom')}
          onChange={(chosen) => onChange(chosen === 'default' ? noDates : presetPeriod(chosen, today))}
        />
        <DateRangeField
          label={t('uiPeriod.days')}
          value={value}
          onChange={onChange}
          min={min}
          max={max}
          allowPartial={allowPartial}
        />
      </div>
    </div>
  );
}

const noDates: Period = { start: null, end: null };
