import { type ReactNode, useId } from 'react';
import { Icon, type IconProps } from '../icon/icon.tsx';
import { VisuallyHidden } from '../layout/visually-hidden.tsx';
import classes from './segmented-control.module.css';

export interface Segment<Value extends string> {
  value: Value;
  title: ReactNode;
  icon?: IconProps['name'];
}

export interface SegmentedControlProps<Value extends string> {
  label: string;
  options: readonly Segment<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  /** Shows the icons only; titles stay for assistive technology. */
  iconsOnly?: boolean;
}

/** Two to four exclusive choices side by side. */
export function SegmentedControl<Value extends string>(props: SegmentedControlProps<Value>) {
  const { label, options, value, onChange, iconsOnly = false } = props;
  const name = useId();
  return (
    <fieldset className={classes.group}>
      <legend>
        <VisuallyHidden>{label}</VisuallyHidden>
      </legend>
      {options.map((option) => (
        <label key={option.value} className={classes.segment}>
          <input
            type="radio"
            name={name}
            className={classes.input}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.icon && <Icon name={option.icon} />}
          {iconsOnly ? <VisuallyHidden>{option.title}</VisuallyHidden> : option.title}
        </label>
      ))}
    </fieldset>
  );
}
