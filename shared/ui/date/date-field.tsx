import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import fieldClasses from '../field/field.module.css';
import { FieldBox, FieldButton, FieldFrame, type FieldProps, useField } from '../field/field.tsx';
import { lazyWidget } from '../lazy-widget.tsx';
import { type Day, isWithin, parseDay, writeDay } from './calendar-day.ts';
import type { CalendarPopupProps } from './calendar-popup.tsx';

export interface DateFieldProps extends FieldProps {
  /** `YYYY-MM-DD`, or null. */
  value: Day | null;
  onChange: (value: Day | null) => void;
  /** First and last valid day, `YYYY-MM-DD`. */
  min?: Day | undefined;
  max?: Day | undefined;
  /** Adds a button that clears the field; true by default. */
  clearable?: boolean | undefined;
  disabled?: boolean | undefined;
  readOnly?: boolean | undefined;
  size?: 'big' | 'small' | undefined;
  id?: string | undefined;
}

/** A typed text that is not applied yet. */
interface Entry {
  /** The field's value when the text was typed. */
  over: Day | null;
  text: string | undefined;
  /** Why the text is invalid. */
  problem: string | undefined;
}

const noEntry = { text: undefined, problem: undefined };

const popup = lazyWidget<CalendarPopupProps>(() =>
  import(/* webpackChunkName: "calendar" */ './calendar-popup.tsx').then((module) => module.CalendarPopup),
);

/** A date field: typed as yyyy.MM.dd or chosen in a calendar that opens above it; rejects days outside min and max. */
export function DateField(props: DateFieldProps) {
  const { value, onChange, min, max, clearable = true, disabled, readOnly, size = 'big' } = props;
  const { t } = useTranslation('common');
  const box = useRef<HTMLDivElement>(null);
  const [entry, setEntry] = useState<Entry>();
  const [isOpen, setOpen] = useState(false);
  // A value set from outside (a preset, the URL) replaces an unfinished text.
  const { text: typed, problem } = entry?.over === value ? entry : noEntry;
  const error = props.error ?? problem;
  const { frame, control } = useField({ ...props, error });
  const isFixed = disabled || readOnly;

  function apply(day: Day | null) {
    setEntry(undefined);
    if (day !== value) onChange(day);
  }
  function commitTyped() {
    if (typed === undefined) return;
    const day = parseDay(typed);
    if (typed.trim() === '') apply(null);
    else if (!day) reject(t('ui.dateFormat'));
    else if (!isWithin(day, min, max)) reject(boundsText());
    else apply(day);
  }
  function reject(reason: string) {
    setEntry({ over: value, text: typed, problem: reason });
  }
  function handleChange(text: string) {
    setEntry({ over: value, text: withDots(text, typed ?? writeDay(value)), problem });
  }
  function boundsText() {
    if (min && max) return t('ui.dateBetween', { min: writeDay(min), max: writeDay(max) });
    return min ? t('ui.dateFrom', { min: writeDay(min) }) : t('ui.dateUntil', { max: writeDay(max ?? null) });
  }
  function handleKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter') commitTyped();
    if (event.key === 'ArrowDown' && event.altKey && !isFixed) setOpen(true);
  }
  return (
    <FieldFrame {...frame}>
      <FieldBox {...{ size, error, disabled, readOnly }} ref={box}>
        <input
          {...control}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          placeholder={t('ui.datePlaceholder')}
          maxLength={10}
          className={fieldClasses.input}
          disabled={disabled}
          readOnly={readOnly}
          value={typed ?? writeDay(value)}
          onChange={(event) => handleChange(event.target.value)}
          onBlur={commitTyped}
          onKeyDown={handleKeyDown}
        />
        {clearable && (value || typed) && !isFixed && (
          <FieldButton icon="close" label={t('ui.clear')} onClick={() => apply(null)} />
        )}
        <FieldButton
          icon="calendar"
          label={t('ui.openCalendar')}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          disabled={isFixed}
          onPointerEnter={popup.prefetch}
          onFocus={popup.prefetch}
          onClick={() => setOpen(!isOpen)}
        />
      </FieldBox>
      {isOpen && (
        <popup.Widget
          onGiveUp={() => setOpen(false)}
          props={{
            anchor: box,
            labelledBy: frame.ids.label,
            value,
            min,
            max,
            onChoose: (day) => {
              setOpen(false);
              apply(day);
            },
            onClose: () => setOpen(false),
          }}
        />
      )}
    </FieldFrame>
  );
}

/** Inserts the dots while digits are typed at the end: 202611 → 2026.11. A dot that was typed stays: 2026.1. is January. */
function withDots(text: string, previous: string): string {
  const [, ...groups] = /^(\d{4})\.?(\d{1,2})(\d{0,2})$/.exec(text) ?? [];
  return text.length < previous.length || groups.length === 0 ? text : groups.filter(Boolean).join('.');
}
