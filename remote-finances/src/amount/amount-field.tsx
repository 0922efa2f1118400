import { TextField, type TextFieldProps } from '@portal/shared/ui';

interface AmountFieldProps
  extends Pick<TextFieldProps, 'label' | 'description' | 'error' | 'disabled' | 'ref'> {
  value: string;
  onValueChange: (text: string) => void;
  /** `eur` or `usd`. */
  currency: string;
}

/** An amount of money as the customer types it; `readAmount` reads it. */
export function AmountField({ currency, ...rest }: AmountFieldProps) {
  return (
    <TextField
      {...rest}
      inputMode="decimal"
      autoComplete="off"
      enterKeyHint="done"
      maxLength={20}
      end={currency.toUpperCase()}
    />
  );
}
