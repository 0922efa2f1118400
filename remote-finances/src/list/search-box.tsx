import { SearchField } from '@portal/shared/ui';
import { useEffect, useRef, useState } from 'react';

interface SearchBoxProps {
  label: string;
  placeholder: string;
  /** What is searched for now. */
  value: string;
  onSearch: (text: string) => void;
}

const pauseMs = 300;

/** A search box that tells of its text when the typing pauses. */
export function SearchBox({ label, placeholder, value, onSearch }: SearchBoxProps) {
  const [text, setText] = useState(value);
  const search = useRef(onSearch);
  search.current = onSearch;
  const told = useRef(value);

  // A text from the address (a step back, a reset) replaces the typed one.
  useEffect(() => {
    if (value === told.current) return;
    told.current = value;
    setText(value);
  }, [value]);

  // The clock of the pause.
  useEffect(() => {
    if (text.trim() === told.current) return;
    const timer = setTimeout(() => {
      told.current = text.trim();
      search.current(told.current);
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [text]);

  return (
    <SearchField
      label={label}
      placeholder={placeholder}
      maxLength={64}
      value={text}
      onValueChange={setText}
    />
  );
}
