import { type SelectBaseProps, SelectBox, type SelectBoxProps } from './select-box.tsx';

export interface SelectProps<Value extends string = string>
  extends SelectBaseProps<Value>,
    Pick<SelectBoxProps, 'onClear' | 'readOnly' | 'isLoading' | 'size' | 'inlineLabel'> {
  value: Value | null | undefined;
  onChange: (value: Value) => void;
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
