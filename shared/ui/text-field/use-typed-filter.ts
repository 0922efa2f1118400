import { useEffect, useRef, useState } from 'react';

export interface TypedFilter {
  text: string;
  setText: (text: string) => void;
  /** What stands in the field is no value of the filter, and the list does not follow it. */
  isRefused: boolean;
}

const pauseMs = 400;

/**
 * A filter that is typed: the list follows when the customer pauses. `read` gives the value that a text stands for,
 * or null; `value` is the one in force.
 */
export function useTypedFilter(
  value: string,
  read: (text: string) => string | null,
  commit: (value: string) => void,
): TypedFilter {
  const [text, setText] = useState(value);
  const sent = useRef(value);
  const latest = useRef(commit);
  const next = text.trim() === '' ? '' : read(text);

  useEffect(() => {
    latest.current = commit;
  });
  // A value that came from elsewhere (a reset, the back button) replaces the text; the echo of a commit does not.
  useEffect(() => {
    if (value !== sent.current) setText(value);
    sent.current = value;
  }, [value]);
  // Keeps the pause: each keystroke starts it anew.
  useEffect(() => {
    if (next === null || next === value) return;
    const timer = setTimeout(() => {
      sent.current = next;
      latest.current(next);
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [next, value]);
  return { text, setText, isRefused: next === null };
}
