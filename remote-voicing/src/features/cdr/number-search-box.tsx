import { mostSearchedNumbers } from '@portal/contract/query-value';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { SearchField, useTypedFilter } from '@portal/shared/ui';
import type { ClipboardEvent } from 'react';
import { fewestDigits, inOneLine, readNumberSearch, type SearchProblem } from './number-search.ts';

interface NumberSearchBoxProps {
  /** The numbers that the list is filtered by. */
  numbers: readonly string[] | undefined;
  /** Whether the customer has chosen a period: without one, all stored calls are searched. */
  hasPeriod: boolean;
  onSearch: (numbers: string[]) => void;
}

const separator = ', ';

/** Finds calls by any digits of the caller's or the called number; takes a pasted list of numbers. */
export function NumberSearchBox({ numbers = [], hasPeriod, onSearch }: NumberSearchBoxProps) {
  const { t } = useTranslation('voicingCdrs');
  const problemText = useProblemText();
  const { text, setText, isRefused } = useTypedFilter(numbers.join(separator), canonicalText, (searched) =>
    onSearch(searched === '' ? [] : searched.split(separator)),
  );
  function handlePaste(event: ClipboardEvent<HTMLInputElement>) {
    const pasted = event.clipboardData.getData('text');
    // The browser would remove the line breaks, and so make one number of several.
    if (!/[\r\n\t]/.test(pasted)) return;
    event.preventDefault();
    const { value, selectionStart, selectionEnd } = event.currentTarget;
    const before = value.slice(0, selectionStart ?? value.length);
    setText(`${before}${inOneLine(pasted)}${value.slice(selectionEnd ?? value.length)}`);
  }
  const read = readNumberSearch(text);
  const hint = numbers.length === 0 ? 'hint' : hasPeriod ? 'inPeriod' : 'inAll';
  return (
    <SearchField
      label={t('search.label')}
      placeholder={t('search.placeholder')}
      description={t(`search.${hint}`)}
      error={isRefused && 'problem' in read ? problemText(read.problem) : undefined}
      inputMode="tel"
      value={text}
      onValueChange={setText}
      onPaste={handlePaste}
    />
  );
}

function canonicalText(text: string): string | null {
  const read = readNumberSearch(text);
  return 'numbers' in read ? read.numbers.join(separator) : null;
}

function useProblemText(): (problem: SearchProblem) => string {
  const { t } = useTranslation('voicingCdrs');
  const { number } = useFormat();
  return (problem) => {
    if (problem === 'short') return t('search.short', { number: number(fewestDigits) });
    if (problem === 'many') return t('search.many', { number: number(mostSearchedNumbers) });
    return t('search.characters');
  };
}
