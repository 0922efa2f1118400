import type { InputHTMLAttributes, ReactNode, Ref } from 'react';
import classes from './field.module.css';
import { FieldBox, FieldFrame, type FieldProps, useField } from './field.tsx';

export interface TextFieldProps
  extends FieldProps,
    Omit<InputHTMLAttributes<HTMLInputElement>, 'size' | 'className'> {
  /** Called with the text after each keystroke; `onChange` still gets the event. */
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
  const { frame, control, own } = useField(props);
  const { onValueChange, onChange, start, end, size = 'big', ...input } = own;
  const { disabled, readOnly } = input;
  return (
    <FieldFrame {...frame}>
      <FieldBox {...{ size, disabled, readOnly }} error={frame.error}>
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
      </FieldBox>
    </FieldFrame>
  );
}
