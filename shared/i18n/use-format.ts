import type { Language } from '@portal/contract/language';
import { useCallback } from 'react';
import { create } from 'zustand';
import { createFormat, type Format } from './format.ts';
import { useLanguage } from './languages.ts';

interface TimeZoneState {
  /** IANA name. */
  timeZone: string | null;
}

/** The time zone of all moments on the screen; null until the profile is known, when the browser's zone is used. */
export const useFormatTimeZone = create<TimeZoneState>()(() => ({ timeZone: null }));

/** Sets the time zone of every moment on the screen, by IANA name; null or an unknown name means the browser's zone. */
export function setFormatTimeZone(timeZone: string | null): void {
  useFormatTimeZone.setState({ timeZone: timeZone !== null && isKnown(timeZone) ? timeZone : null });
}

function isKnown(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

const formats = new Map<string, Format>();

/** The formats of the language on the screen and the account's time zone; the same object until one of them changes. */
export function useFormat(): Format {
  return useLazyFormat()();
}

/** `useFormat` for what is rarely formatted: the browser's first use of Intl takes 30 ms on a slow phone. */
export function useLazyFormat(): () => Format {
  const language = useLanguage();
  const timeZone = useFormatTimeZone((state) => state.timeZone);
  return useCallback(() => formatFor(language, timeZone ?? browserTimeZone()), [language, timeZone]);
}

// Creating Intl objects is slow, and every cell of a table uses them.
function formatFor(language: Language, timeZone: string): Format {
  const key = `${language} ${timeZone}`;
  const known = formats.get(key);
  if (known) return known;
  const format = createFormat(language, timeZone);
  formats.set(key, format);
  return format;
}

function browserTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
