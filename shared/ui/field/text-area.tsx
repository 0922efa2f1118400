import type { Ref, TextareaHTMLAttributes } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldBox, FieldFrame, type FieldProps, useField } from './field.tsx';
import classes from './text-area.module.css';

interface TextAreaProps
  extends FieldProps,
    Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'className' | 'value'> {
  value: string;
  /** Called with the text after each keystroke; `onChange` still gets the event. */
  onValueChange?: (value: string) => void;
  ref?: Ref<HTMLTextAreaElement>;
}

/** A field of several lines that grows with its text; shows a counter when `minLength` or `maxLength` (characters) is set. */
export function TextArea(props: TextAreaProps) {
  const { frame, control, own } = useField(props);
  const { value, onValueChange, onChange, rows = 4, ...area } = own;
  const { disabled, readOnly } = area;
  const counter = <TextCounter length={value.length} min={area.minLength} max={area.maxLength} />;
  return (
    <FieldFrame {...frame} aside={frame.aside ?? counter}>
      <FieldBox {...{ disabled, readOnly }} error={frame.error}>
        <textarea
          {...area}
          {...control}
          rows={rows}
          value={value}
          className={classes.area}
          onChange={(event) => {
            onChange?.(event);
            onValueChange?.(event.target.value);
          }}
        />
      </FieldBox>
    </FieldFrame>
  );
}

interface TextCounterProps {
  length: number;
  min: number | undefined;
  max: number | undefined;
}

function TextCounter({ length, min, max }: TextCounterProps) {
  const { t } = useTranslation('common');
  const isShort = min !== undefined && length > 0 && length < min;
  if (!isShort && max === undefined) return null;
  return (
    <span className={classes.counter}>
      {isShort ? t('ui.atLeast', { length, min }) : t('ui.counter', { length, max })}
    </span>
  );
}
