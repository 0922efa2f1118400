import { type ReactNode, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldError } from '../field/field.tsx';
import { DateField, type DateFieldProps } from './date-field.tsx';
import classes from './period.module.css';
import type { Period } from './period.ts';

export interface DateRangeFieldProps
  extends Pick<DateFieldProps, 'min' | 'max' | 'disabled' | 'readOnly' | 'size'> {
  /** Names the pair: "Period". */
  label: ReactNode;
  hideLabel?: boolean;
  value: Period;
  /** Called with valid periods only. */
  onChange: (value: Period) => void;
  /** One end may stay open; otherwise a period counts only with both days (or with none). */
  allowPartial?: boolean;
  /** Offers buttons that empty the days; as `allowPartial` unless told otherwise. */
  clearable?: boolean;
  error?: ReactNode;
}

/** Two dates, first and last, both included; tells of a change only when the period is valid. */
export function DateRangeField(props: DateRangeFieldProps) {
  const { label, hideLabel = false, value, onChange, min, max, allowPartial = false, ...rest } = props;
  const { t } = useTranslation('common');
  const id = useId();
  const [draft, setDraft] = useState(value);
  const [refusal, setRefusal] = useState<string>();

  // A period set from outside (a preset, the URL) replaces what is half typed.
  useEffect(() => {
    setDraft({ start: value.start, end: value.end });
    setRefusal(undefined);
  }, [value.start, value.end]);

  function change(patch: Partial<Period>) {
    const next = { ...draft, ...patch };
    setDraft(next);
    const isPartial = (next.start === null) !== (next.end === null);
    if (next.start && next.end && next.start > next.end) setRefusal(t('ui.periodOrder'));
    else if (isPartial && !allowPartial) setRefusal(t('ui.periodPartial'));
    else {
      setRefusal(undefined);
      onChange(next);
    }
  }
  const error = props.error ?? refusal;
  const shared = {
    clearable: rest.clearable ?? allowPartial,
    disabled: rest.disabled,
    readOnly: rest.readOnly,
    size: rest.size,
  };
  return (
    <div
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={error ? `${id}-error` : undefined}
      className={classes.range}
    >
      <span id={`${id}-label`} className={hideLabel ? classes.hidden : classes.label}>
        {label}
      </span>
      <div className={classes.pair}>
        <DateField
          {...shared}
          label={t('ui.from')}
          hideLabel
          min={min}
          max={max}
          value={draft.start}
          onChange={(start) => change({ start })}
        />
        <span aria-hidden="true" className={classes.dash}>
          –
        </span>
        <DateField
          {...shared}
          label={t('ui.to')}
          hideLabel
          min={min}
          max={max}
          value={draft.end}
          onChange={(end) => change({ end })}
        />
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  );
}
