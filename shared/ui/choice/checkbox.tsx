import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react';
import { classNames } from '../class-names.ts';
import { FieldError } from '../field/field.tsx';
import classes from './checkbox.module.css';

interface CheckboxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'size'> {
  /** The label, which may contain links. */
  children: ReactNode;
  description?: ReactNode;
  onCheckedChange?: (isChecked: boolean) => void;
  ref?: Ref<HTMLInputElement>;
  /** Why the choice is invalid; marks the box as invalid. */
  error?: ReactNode;
}

/** A checkbox with a label, a hint and an error. */
export function Checkbox(props: CheckboxProps) {
  const { children, description, error, onCheckedChange, onChange, className, ...input } = props;
  const errorId = useId();
  const hintId = useId();
  return (
    <div className={classes.group}>
      <label className={classNames(classes.choice, className)} data-disabled={input.disabled || undefined}>
        <input
          {...input}
          type="checkbox"
          className={classes.box}
          aria-invalid={error ? true : input['aria-invalid']}
          aria-describedby={classNames(
            description ? hintId : undefined,
            error ? errorId : input['aria-describedby'],
          )}
          onChange={(event) => {
            onChange?.(event);
            onCheckedChange?.(event.target.checked);
          }}
        />
        <span className={classes.text}>
          {children}
          {description && (
            <span id={hintId} className={classes.hint}>
              {description}
            </span>
          )}
        </span>
      </label>
      <FieldError id={errorId}>{error}</FieldError>
    </div>
  );
}
