import { type ReactNode, useId } from 'react';
import { FieldError } from '../field/field.tsx';
import { Icon, type IconProps } from '../icon/icon.tsx';
import { VisuallyHidden } from '../layout/layout.tsx';
import cardClasses from './checkbox.module.css';
import segmentClasses from './segmented-control.module.css';

interface RadioCard<Value extends string> {
  value: Value;
  title: ReactNode;
  description?: ReactNode;
  icon?: IconProps['name'];
  disabled?: boolean;
}

interface RadioCardsProps<Value extends string> {
  label: ReactNode;
  options: readonly RadioCard<Value>[];
  value: Value | undefined;
  onChange: (value: Value) => void;
  /** Why the choice is invalid. */
  error?: ReactNode;
}

/** A choice among a few options, each a card with a title and an explanation. */
export function RadioCards<Value extends string>(props: RadioCardsProps<Value>) {
  const { label, options, error, ...choice } = props;
  const id = useId();
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined}>
      <legend className={cardClasses.legend}>{label}</legend>
      <div className={cardClasses.cards}>
        {options.map((option) => (
          <RadioOption
            key={option.value}
            {...{ id, option, choice }}
            className={cardClasses.card}
            radioClassName={cardClasses.radio}
          >
            <span className={cardClasses.text}>
              {option.title}
              {option.description && <span className={cardClasses.hint}>{option.description}</span>}
            </span>
            {option.icon && <Icon name={option.icon} size="l" className={cardClasses.cardIcon} />}
          </RadioOption>
        ))}
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </fieldset>
  );
}

interface Segment<Value extends string> {
  value: Value;
  title: ReactNode;
  icon?: IconProps['name'];
}

interface SegmentedControlProps<Value extends string> {
  label: string;
  options: readonly Segment<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  /** Shows icons only; assistive technology still reads the titles. */
  iconsOnly?: boolean;
}

/** A choice among two to four options side by side. */
export function SegmentedControl<Value extends string>(props: SegmentedControlProps<Value>) {
  const { label, options, iconsOnly = false, ...choice } = props;
  const id = useId();
  return (
    <fieldset className={segmentClasses.group}>
      <legend>
        <VisuallyHidden>{label}</VisuallyHidden>
      </legend>
      {options.map((option) => (
        <RadioOption
          key={option.value}
          {...{ id, option, choice }}
          className={segmentClasses.segment}
          radioClassName={segmentClasses.radio}
        >
          {option.icon && <Icon name={option.icon} />}
          {iconsOnly ? <VisuallyHidden>{option.title}</VisuallyHidden> : option.title}
        </RadioOption>
      ))}
    </fieldset>
  );
}

interface RadioOptionProps<Value extends string> {
  id: string;
  option: { value: Value; disabled?: boolean };
  choice: { value: Value | undefined; onChange: (value: Value) => void };
  className: string | undefined;
  radioClassName: string | undefined;
  children: ReactNode;
}

function RadioOption<Value extends string>(props: RadioOptionProps<Value>) {
  const { id, option, choice, className, radioClassName, children } = props;
  return (
    <label className={className}>
      <input
        type="radio"
        name={id}
        className={radioClassName}
        checked={option.value === choice.value}
        disabled={option.disabled}
        onChange={() => choice.onChange(option.value)}
      />
      {children}
    </label>
  );
}
