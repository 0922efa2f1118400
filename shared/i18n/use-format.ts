import type { Language } from '@portal/contract/language';
import { createFormat, type Format } from './format.ts';
import { useFormatTimeZone } from './time-zone.ts';
import { useLanguage } from './use-language.ts';

const formats = new Map<string, Format>();

/** Formats for the language on the screen and the account's time zone; the same object until one of them changes. */
export function useFormat(): Format {
  const language = useLanguage();
  const timeZone = useFormatTimeZone((state) => state.timeZone) ?? browserTimeZone();
  return formatFor(language, timeZone);
}

// Making the Intl objects is slow, and every cell of a table asks for them.
function formatFor(language: Language, timeZone: string): Format {
  const name = `${language} ${timeZone}`;
  const known = formats.get(name);
  if (known) return known;
  const format = createFormat(language, timeZone);
  formats.set(name, format);
  return format;
}

function browserTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
