import { type SelectBaseProps, SelectBox } from './select-box.tsx';

export interface SelectProps<Value extends string = string> extends SelectBaseProps<Value> {
  value: Value | null | undefined;
  onChange: (value: Value) => void;
  /** Adds a button that clears the choice. */
  onClear?: (() => void) | undefined;
  readOnly?: boolean | undefined;
  /** The options are still loading: shows a spinner and does not open. */
  isLoading?: boolean | undefined;
  size?: 'big' | 'small' | undefined;
  /** Puts the label before the box instead of above it. */
  inlineLabel?: boolean | undefined;
}

/** A field to choose one of several options; the list's code is loaded when the field is pointed at or focused. */
export function Select<Value extends string = string>({ value, onChange, ...rest }: SelectProps<Value>) {
  const { options } = rest;
  return (
    <SelectBox
      {...rest}
      chosen={options.filter((option) => option.value === value)}
      onChoose={([next]) => {
        const option = options.find((candidate) => candidate.value === next);
        if (option) onChange(option.value);
      }}
    />
  );
}
