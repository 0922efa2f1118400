import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react';
import { classNames } from '../class-names.ts';
import { FieldError } from '../field/field.tsx';
import classes from './checkbox.module.css';

interface ChoiceProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'size'> {
  /** The label; may hold links. */
  children: ReactNode;
  description?: ReactNode;
  onCheckedChange?: (isChecked: boolean) => void;
  ref?: Ref<HTMLInputElement>;
}

export interface CheckboxProps extends ChoiceProps {
  /** Why the choice is refused; marks the box invalid. */
  error?: ReactNode;
}

/** A checkbox with its label and an error state. */
export function Checkbox({ error, ...rest }: CheckboxProps) {
  const errorId = useId();
  return (
    <div className={classes.group}>
      <Choice {...rest} kind="checkbox" invalid={Boolean(error)} errorId={error ? errorId : undefined} />
      <FieldError id={errorId}>{error}</FieldError>
    </div>
  );
}

export type SwitchProps = ChoiceProps;

/** An on/off switch that takes effect at once. */
export function Switch(props: SwitchProps) {
  return <Choice {...props} kind="switch" />;
}

interface ChoiceFrameProps extends ChoiceProps {
  kind: 'checkbox' | 'switch';
  invalid?: boolean;
  errorId?: string | undefined;
}

function Choice({
  kind,
  invalid,
  errorId,
  children,
  description,
  onCheckedChange,
  onChange,
  className,
  ...input
}: ChoiceFrameProps) {
  const hintId = useId();
  return (
    <label className={classNames(classes.choice, className)} data-disabled={input.disabled || undefined}>
      <input
        {...input}
        type="checkbox"
        role={kind === 'switch' ? 'switch' : undefined}
        className={kind === 'switch' ? classes.switch : classes.box}
        aria-invalid={invalid || undefined}
        aria-describedby={classNames(description ? hintId : undefined, errorId)}
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
  );
}
