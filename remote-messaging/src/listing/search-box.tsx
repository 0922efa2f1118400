import { SearchField } from '@portal/shared/ui';
import { useEffect, useRef, useState } from 'react';

interface SearchBoxProps {
  label: string;
  placeholder: string;
  /** The search in force. */
  value: string | undefined;
  onSearch: (text: string) => void;
}

const pauseMs = 400;
/** What the contract takes. */
const maxLength = 64;

/** A search that the list follows when the typing pauses. */
export function SearchBox({ label, placeholder, value = '', onSearch }: SearchBoxProps) {
  const [text, setText] = useState(value);
  const sent = useRef(value);
  const latest = useRef(onSearch);
  const next = text.trim();

  useEffect(() => {
    latest.current = onSearch;
  });
  // A value that came from elsewhere (a reset, the back button) replaces the text; the echo of a search does not.
  useEffect(() => {
    if (value !== sent.current) setText(value);
    sent.current = value;
  }, [value]);
  // Keeps the pause: each keystroke starts it anew.
  useEffect(() => {
    if (next === value) return;
    const timer = setTimeout(() => {
      sent.current = next;
      latest.current(next);
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [next, value]);
  return (
    <SearchField
      label={label}
      placeholder={placeholder}
      maxLength={maxLength}
      value={text}
      onValueChange={setText}
    />
  );
}
