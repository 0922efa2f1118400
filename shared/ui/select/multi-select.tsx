import { type SelectBaseProps, SelectBox } from './select-box.tsx';

interface MultiSelectProps<Value extends string = string> extends SelectBaseProps<Value> {
  /** Values of the chosen options, in any order. */
  values: readonly Value[];
  /** Called with all chosen values, in the order of the options. */
  onChange: (values: Value[]) => void;
}

/** A field to choose any number of options in a list that stays open; a button clears the choice. */
export function MultiSelect<Value extends string = string>(props: MultiSelectProps<Value>) {
  const { values, onChange, ...rest } = props;
  const { options } = rest;
  return (
    <SelectBox
      {...rest}
      isMultiple
      chosen={options.filter((option) => values.includes(option.value))}
      onChoose={(next) =>
        onChange(options.map((option) => option.value).filter((value) => next.includes(value)))
      }
      onClear={() => onChange([])}
    />
  );
}
