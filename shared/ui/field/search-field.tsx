import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../icon/icon.tsx';
import { FieldButton } from './field.tsx';
import { TextField, type TextFieldProps } from './text-field.tsx';

interface SearchFieldProps
  extends Omit<TextFieldProps, 'value' | 'onValueChange' | 'start' | 'end' | 'ref' | 'label'> {
  value: string;
  onValueChange: (value: string) => void;
  /** Accessible name; "Search" by default. Hidden unless `hideLabel={false}`. */
  label?: string;
}

/** A search box with a magnifier and a button that clears it; Esc clears it too. */
export function SearchField(props: SearchFieldProps) {
  const { value, onValueChange, label, hideLabel = true, onKeyDown, ...rest } = props;
  const { t } = useTranslation('common');
  const input = useRef<HTMLInputElement>(null);
  function clear() {
    onValueChange('');
    input.current?.focus();
  }
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
      end={
        value && !rest.disabled ? (
          <FieldButton icon="close" label={t('ui.clear')} onClick={clear} />
        ) : undefined
      }
    />
  );
}

interface SearchBoxProps {
  label: string;
  placeholder: string;
  /** The text that the list is filtered by. */
  value: string | undefined;
  /** Called with the trimmed text when typing pauses. */
  onSearch: (text: string) => void;
}

/** The contract's limit, in characters. */
const maxLength = 64;

/** A search field whose list is filtered when typing pauses for 400 ms. */
export function SearchBox({ label, placeholder, value = '', onSearch }: SearchBoxProps) {
  const { text, setText } = useTypedFilter(value, (typed) => typed.trim(), onSearch);
  return <SearchField {...{ label, placeholder, maxLength }} value={text} onValueChange={setText} />;
}

interface TypedFilter {
  /** What is in the field. */
  text: string;
  setText: (text: string) => void;
  /** The text is not a valid value of the filter, so it is not applied. False while it is being typed. */
  isRefused: boolean;
}

const pauseMs = 400;

/**
 * State of a filter that is typed and applied when typing pauses for 400 ms.
 *
 * @param value The value that the list is filtered by.
 * @param read Converts a text to a value; null when the text is invalid.
 * @param commit Applies a value.
 */
export function useTypedFilter(
  value: string,
  read: (text: string) => string | null,
  commit: (value: string) => void,
): TypedFilter {
  const [text, setText] = useState(value);
  const [settled, setSettled] = useState(value);
  const sent = useRef(value);
  const latest = useRef(commit);
  const next = text.trim() === '' ? '' : read(text);

  useEffect(() => {
    latest.current = commit;
  });
  // A value from elsewhere (a reset, the back button) replaces the text; the result of a commit does not.
  useEffect(() => {
    if (value !== sent.current) setText(value);
    sent.current = value;
  }, [value]);
  // Each keystroke restarts the pause.
  useEffect(() => {
    if (next === value) return;
    const timer = setTimeout(() => {
      setSettled(text);
      if (next === null) return;
      sent.current = next;
      latest.current(next);
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [text, next, value]);
  return { text, setText, isRefused: next === null && settled === text };
}
