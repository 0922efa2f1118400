import { type ReactNode, useId } from 'react';
import { FieldError } from '../field/field.tsx';
import { Stack } from '../layout/layout.tsx';
import classes from './checkbox.module.css';
import { Checkbox } from './checkbox.tsx';

interface CheckboxGroupProps<Value extends string> {
  label: ReactNode;
  options: readonly { value: Value; title: ReactNode; description?: ReactNode }[];
  /** Values of the chosen options, in any order. */
  value: readonly Value[];
  /** Called with all chosen values, in the order of the options. */
  onValueChange: (value: Value[]) => void;
  /** Called when the focus leaves the group. */
  onBlur?: () => void;
  name?: string;
  /** Why the choice is invalid; marks all boxes as invalid. */
  error?: ReactNode;
}

/** A choice of any number among a few options, with one error about all of them. */
export function CheckboxGroup<Value extends string>(props: CheckboxGroupProps<Value>) {
  const { label, options, value, onValueChange, onBlur, name, error } = props;
  const errorId = useId();
  const choose = (changed: Value, isChosen: boolean) =>
    onValueChange(
      options
        .map((option) => option.value)
        .filter((one) => (one === changed ? isChosen : value.includes(one))),
    );
  return (
    <fieldset
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) onBlur?.();
      }}
    >
      <legend className={classes.legend}>{label}</legend>
      <Stack gap="3">
        {/* Above the boxes, because the first one takes the focus. */}
        <FieldError id={errorId}>{error}</FieldError>
        {options.map((option) => (
          <Checkbox
            key={option.value}
            name={name}
            checked={value.includes(option.value)}
            description={option.description}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? errorId : undefined}
            onCheckedChange={(isChosen) => choose(option.value, isChosen)}
          >
            {option.title}
          </Checkbox>
        ))}
      </Stack>
    </fieldset>
  );
}
