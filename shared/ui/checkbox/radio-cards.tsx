import { type ReactNode, useId } from 'react';
import { FieldError } from '../field/field.tsx';
import { Icon, type IconProps } from '../icon/icon.tsx';
import classes from './checkbox.module.css';

export interface RadioCard<Value extends string> {
  value: Value;
  title: ReactNode;
  description?: ReactNode;
  icon?: IconProps['name'];
  disabled?: boolean;
}

export interface RadioCardsProps<Value extends string> {
  label: ReactNode;
  options: readonly RadioCard<Value>[];
  value: Value | undefined;
  onChange: (value: Value) => void;
  error?: ReactNode;
}

/** One choice of a few, each a card with a title and an explanation. */
export function RadioCards<Value extends string>({
  label,
  options,
  value,
  onChange,
  error,
}: RadioCardsProps<Value>) {
  const id = useId();
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined}>
      <legend className={classes.legend}>{label}</legend>
      <div className={classes.cards}>
        {options.map((option) => (
          <label key={option.value} className={classes.card}>
            <input
              type="radio"
              name={id}
              className={classes.radio}
              checked={option.value === value}
              disabled={option.disabled}
              onChange={() => onChange(option.value)}
            />
            <span className={classes.text}>
              {option.title}
              {option.description && <span className={classes.hint}>{option.description}</span>}
            </span>
            {option.icon && <Icon name={option.icon} size="l" className={classes.cardIcon} />}
          </label>
        ))}
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </fieldset>
  );
}
