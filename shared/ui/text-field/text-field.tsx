import type { InputHTMLAttributes, ReactNode, Ref } from 'react';
import classes from '../field/field.module.css';
import { FieldFrame, type FieldProps, useFieldIds } from '../field/field.tsx';

export interface TextFieldProps
  extends FieldProps,
    Omit<InputHTMLAttributes<HTMLInputElement>, 'size' | 'className'> {
  /** Told the text at each keystroke; `onChange` still gets the event. */
  onValueChange?: ((value: string) => void) | undefined;
  /** Before the text: an icon, a currency sign. */
  start?: ReactNode;
  /** After the text: a unit, a button. */
  end?: ReactNode;
  size?: 'big' | 'small';
  ref?: Ref<HTMLInputElement>;
}

/** A one-line text field with its label above. */
export function TextField(props: TextFieldProps) {
  const { label, hideLabel, description, error, optional, aside, className, ...own } = props;
  const { onValueChange, onChange, start, end, size = 'big', id, ...input } = own;
  const { ids, control } = useFieldIds({ description, error }, id);
  return (
    <FieldFrame {...{ ids, label, hideLabel, description, error, optional, aside, className }}>
      <div
        className={classes.box}
        data-size={size}
        data-invalid={error ? true : undefined}
        data-disabled={input.disabled || undefined}
        data-readonly={input.readOnly || undefined}
      >
        {start && <span className={classes.adornment}>{start}</span>}
        <input
          type="text"
          {...input}
          {...control}
          className={classes.input}
          onChange={(event) => {
            onChange?.(event);
            onValueChange?.(event.target.value);
          }}
        />
        {end && <span className={classes.adornment}>{end}</span>}
      </div>
    </FieldFrame>
  );
}
