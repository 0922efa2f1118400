import { SearchField } from './search-field.tsx';
import { useTypedFilter } from './use-typed-filter.ts';

export interface SearchBoxProps {
  label: string;
  placeholder: string;
  /** The search in force. */
  value: string | undefined;
  onSearch: (text: string) => void;
}

/** What the contract takes. */
const maxLength = 64;

/** A search that the list follows when the typing pauses. */
export function SearchBox({ label, placeholder, value = '', onSearch }: SearchBoxProps) {
  const { text, setText } = useTypedFilter(value, (typed) => typed.trim(), onSearch);
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
