import { Button, Inline } from '@portal/shared/ui';

/** A filter that no field shows, such as one of a report's link. */
export interface ChosenFilter {
  /** Names the filter and its value: "Destination: Germany Berlin". */
  text: string;
  onRemove: () => void;
}

interface ChosenFiltersProps {
  label: string;
  filters: readonly ChosenFilter[];
  /** The name of a filter's button. */
  removeText: (filter: string) => string;
}

/** The filters of a list that no field shows; each can be removed. Nothing without one. */
export function ChosenFilters({ label, filters, removeText }: ChosenFiltersProps) {
  if (filters.length === 0) return null;
  return (
    <Inline gap="2" role="group" aria-label={label}>
      {filters.map(({ text, onRemove }) => (
        <Button
          key={text}
          theme="outline"
          size="small"
          iconEnd="close"
          aria-label={removeText(text)}
          onClick={onRemove}
        >
          {text}
        </Button>
      ))}
    </Inline>
  );
}
