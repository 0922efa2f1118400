import { type ReactNode, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import fieldClasses from '../field/field.module.css';
import { FieldError } from '../field/field.tsx';
import layoutClasses from '../layout/layout.module.css';
import { DateField, type DateFieldProps } from './date-field.tsx';
import classes from './period.module.css';
import type { Period } from './period.ts';

export interface DateRangeFieldProps
  extends Pick<DateFieldProps, 'min' | 'max' | 'disabled' | 'readOnly' | 'size'> {
  /** Accessible name of the two fields: "Period". */
  label: ReactNode;
  hideLabel?: boolean;
  value: Period;
  /** Called only with a valid period. */
  onChange: (value: Period) => void;
  /** Allows one open end; otherwise a period is valid with both days or none. */
  allowPartial?: boolean;
  /** Adds buttons that clear the days; defaults to `allowPartial`. */
  clearable?: boolean;
  error?: ReactNode;
}

/** Two date fields for the first and last day, both included; reports a change only when the period is valid. */
export function DateRangeField(props: DateRangeFieldProps) {
  const { label, hideLabel = false, value, onChange, min, max, allowPartial = false, ...rest } = props;
  const { t } = useTranslation('common');
  const id = useId();
  const [draft, setDraft] = useState(value);
  const [problem, setProblem] = useState<string>();

  // A period set from outside (a preset, the URL) replaces an unfinished one.
  useEffect(() => {
    setDraft({ start: value.start, end: value.end });
    setProblem(undefined);
  }, [value.start, value.end]);

  function change(patch: Partial<Period>) {
    const next = { ...draft, ...patch };
    setDraft(next);
    const isPartial = (next.start === null) !== (next.end === null);
    if (next.start && next.end && next.start > next.end) setProblem(t('ui.periodOrder'));
    else if (isPartial && !allowPartial) setProblem(t('ui.periodPartial'));
    else {
      setProblem(undefined);
      onChange(next);
    }
  }
  const error = props.error ?? problem;
  const shared = {
    min,
    max,
    clearable: rest.clearable ?? allowPartial,
    disabled: rest.disabled,
    readOnly: rest.readOnly,
    size: rest.size,
    hideLabel: true,
  };
  return (
    <div
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={error ? `${id}-error` : undefined}
      className={fieldClasses.field}
    >
      <span id={`${id}-label`} className={hideLabel ? layoutClasses.hidden : fieldClasses.label}>
        {label}
      </span>
      <div className={classes.pair}>
        <DateField
          {...shared}
          label={t('ui.from')}
          value={draft.start}
          onChange={(start) => change({ start })}
        />
        <span aria-hidden="true" className={classes.dash}>
          –
        </span>
        <DateField {...shared} label={t('ui.to')} value={draft.end} onChange={(end) => change({ end })} />
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  );
}
