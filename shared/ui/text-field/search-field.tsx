import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import fieldClasses from '../field/field.module.css';
import { Icon } from '../icon/icon.tsx';
import { TextField, type TextFieldProps } from './text-field.tsx';

export interface SearchFieldProps
  extends Omit<TextFieldProps, 'value' | 'onValueChange' | 'start' | 'end' | 'ref' | 'label'> {
  value: string;
  onValueChange: (value: string) => void;
  /** Accessible name; "Search" when absent. Hidden unless `hideLabel={false}`. */
  label?: string;
}

/** A search box with a magnifier and a button that empties it; Esc empties it too. */
export function SearchField({
  value,
  onValueChange,
  label,
  hideLabel = true,
  onKeyDown,
  ...rest
}: SearchFieldProps) {
  const { t } = useTranslation('common');
  const input = useRef<HTMLInputElement>(null);
  function clear() {
    onValueChange('');
    input.current?.focus();
  }
  const clearButton = (
    <button type="button" className={fieldClasses.boxButton} aria-label={t('ui.clear')} onClick={clear}>
      <Icon name="close" />
    </button>
  );
  return (
    <TextField
      type="search"
      enterKeyHint="search"
      autoComplete="off"
      placeholder={t('ui.search')}
      {...rest}
      ref={input}
      label={label ?? t('ui.search')}
      hideLabel={hideLabel}
      value={value}
      onValueChange={onValueChange}
      onKeyDown={(event) => {
        onKeyDown?.(event);
        if (event.key === 'Escape' && value) {
          event.preventDefault();
          event.stopPropagation();
          clear();
        }
      }}
      start={<Icon name="search" />}
      end={value && !rest.disabled ? clearButton : undefined}
    />
  );
}
