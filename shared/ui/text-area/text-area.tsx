import type { Ref, TextareaHTMLAttributes } from 'react';
import { useTranslation } from 'react-i18next';
import fieldClasses from '../field/field.module.css';
import { FieldFrame, type FieldProps, useFieldIds } from '../field/field.tsx';
import classes from './text-area.module.css';

export interface TextAreaProps
  extends FieldProps,
    Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'className' | 'value'> {
  value: string;
  onValueChange?: (value: string) => void;
  ref?: Ref<HTMLTextAreaElement>;
}

/** A field of several lines that grows with its text; with `maxLength` or `minLength` (characters) it counts. */
export function TextArea(props: TextAreaProps) {
  const { label, hideLabel, description, error, optional, aside, className, ...own } = props;
  const { value, onValueChange, onChange, id, rows = 4, ...area } = own;
  const { ids, control } = useFieldIds({ description, error }, id);
  const counter = <TextCounter length={value.length} min={area.minLength} max={area.maxLength} />;
  return (
    <FieldFrame
      {...{ ids, label, hideLabel, description, error, optional, className }}
      aside={aside ?? counter}
    >
      <div
        className={fieldClasses.box}
        data-invalid={error ? true : undefined}
        data-disabled={area.disabled || undefined}
        data-readonly={area.readOnly || undefined}
      >
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
      </div>
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
  if (min !== undefined && length > 0 && length < min)
    return <Count>{t('ui.atLeast', { length, min })}</Count>;
  if (max !== undefined) return <Count>{t('ui.counter', { length, max })}</Count>;
  return null;
}

function Count({ children }: { children: string }) {
  return <span className={classes.counter}>{children}</span>;
}
