import { type RefObject, useState } from 'react';
import { Autocomplete, Input, ListBox, ListBoxItem, SearchField } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import fieldClasses from '../field/field.module.css';
import { Icon, type IconProps } from '../icon/icon.tsx';
import { AriaPopover } from '../popup/aria-popover.tsx';
import { bySearch, matchesSearch } from './option-search.ts';
import classes from './select.module.css';

export interface SelectOption<Value extends string = string> {
  title: string;
  value: Value;
  description?: string | undefined;
  /** Further words by which the search finds the option. */
  keywords?: string | undefined;
  icon?: IconProps['name'] | undefined;
  disabled?: boolean | undefined;
}

export interface SelectPopupProps {
  anchor: RefObject<HTMLElement | null>;
  labelledBy: string;
  options: readonly SelectOption[];
  /** Values of the chosen options. */
  values: readonly string[];
  /** Several options may be chosen, and the list stays open; otherwise `onChoose` gets one value. */
  isMultiple: boolean;
  hasSearch: boolean;
  onChoose: (values: string[]) => void;
  onClose: () => void;
}

/** The open list of a Select or MultiSelect: search box, options, arrow keys and type-ahead. */
export function SelectPopup(props: SelectPopupProps) {
  const { anchor, labelledBy, hasSearch, options, onClose } = props;
  const { t, i18n } = useTranslation('common');
  const [typed, setTyped] = useState('');
  const language = i18n.language || 'en';
  const filter = (text: string, query: string) => matchesSearch(text, query, language);
  const compare = bySearch(typed, language);
  const found = typed === '' ? options : options.toSorted((one, other) => compare(one.title, other.title));
  return (
    <AriaPopover
      {...{ anchor, onClose }}
      placement="bottom start"
      aria-labelledby={labelledBy}
      className={classes.popup}
    >
      {hasSearch ? (
        <Autocomplete filter={filter} inputValue={typed} onInputChange={setTyped}>
          <SearchField aria-label={t('ui.search')} autoFocus className={classes.search ?? ''}>
            <Icon name="search" />
            {/* The arrow keys move through the list while the focus stays here. */}
            <Input
              role="combobox"
              aria-expanded
              placeholder={t('ui.search')}
              className={fieldClasses.input ?? ''}
            />
          </SearchField>
          <Options {...props} shown={found} />
        </Autocomplete>
      ) : (
        <Options {...props} shown={options} />
      )}
    </AriaPopover>
  );
}

function Options(props: SelectPopupProps & { shown: SelectPopupProps['options'] }) {
  const { labelledBy, options, shown, values, isMultiple, hasSearch, onChoose, onClose } = props;
  const { t } = useTranslation('common');
  return (
    <ListBox
      aria-labelledby={labelledBy}
      autoFocus={hasSearch ? false : 'first'}
      selectionMode={isMultiple ? 'multiple' : 'single'}
      selectedKeys={values}
      escapeKeyBehavior="none"
      disabledKeys={options.filter((option) => option.disabled).map((option) => option.value)}
      className={classes.list ?? ''}
      renderEmptyState={() => <div className={classes.empty}>{t('ui.listEmpty')}</div>}
      onSelectionChange={(keys) => {
        const chosen = options.filter(({ value }) => keys === 'all' || keys.has(value));
        // Choosing the chosen option of a single choice again closes the list and changes nothing.
        if (chosen.length === 0 && !isMultiple) onClose();
        else onChoose(chosen.map(({ value }) => value));
      }}
    >
      {shown.map((option) => (
        <ListBoxItem
          key={option.value}
          id={option.value}
          textValue={`${textOf(option)} ${option.keywords ?? ''}`}
          // Contains all the visible text, so that voice control finds the option by it.
          aria-label={textOf(option)}
          className={classes.option ?? ''}
        >
          {option.icon && <Icon name={option.icon} />}
          <span className={classes.optionText}>
            <span>{option.title}</span>{' '}
            {option.description && <span className={classes.optionHint}>{option.description}</span>}
          </span>
          <Icon name="check" className={classes.check} />
        </ListBoxItem>
      ))}
    </ListBox>
  );
}

function textOf({ title, description = '' }: SelectOption): string {
  return `${title} ${description}`.trim();
}
