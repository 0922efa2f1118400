import { type RefObject, useState } from 'react';
import { Autocomplete, Input, ListBox, ListBoxItem, Popover, SearchField } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { AriaLocale } from '../aria-locale.tsx';
import fieldClasses from '../field/field.module.css';
import { Icon } from '../icon/icon.tsx';
import { useKeyboardOpening } from '../keyboard-opening.ts';
import popoverClasses from '../popover.module.css';
import { matchesSearch } from './option-search.ts';
import classes from './select.module.css';
import type { SelectOption } from './select.tsx';

export interface SelectPopupProps {
  anchor: RefObject<HTMLElement | null>;
  labelledBy: string;
  options: readonly SelectOption[];
  values: readonly string[];
  /** Several may be chosen, and the list stays open; otherwise `onChoose` gets one value. */
  isMultiple?: boolean;
  hasSearch: boolean;
  onChoose: (values: string[]) => void;
  onClose: () => void;
}

/** The open list of a Select or MultiSelect: search box, options, arrow keys and type-ahead. */
export function SelectPopup(props: SelectPopupProps) {
  const { anchor, labelledBy, hasSearch, onClose } = props;
  const { t, i18n } = useTranslation('common');
  useKeyboardOpening(anchor);
  const [typed, setTyped] = useState('');
  const filter = (text: string, query: string) => matchesSearch(text, query, i18n.language || 'en');
  return (
    <AriaLocale>
      <Popover
        isOpen
        triggerRef={anchor}
        placement="bottom start"
        offset={4}
        aria-labelledby={labelledBy}
        className={`${popoverClasses.popover} ${classes.popup}`}
        onOpenChange={(isOpen) => {
          if (!isOpen) onClose();
        }}
      >
        {hasSearch ? (
          <Autocomplete filter={filter} inputValue={typed} onInputChange={setTyped}>
            <SearchField aria-label={t('ui.search')} autoFocus className={classes.search ?? ''}>
              <Icon name="search" />
              {/* The list follows the arrow keys while the focus stays here. */}
              <Input
                role="combobox"
                aria-expanded
                placeholder={t('ui.search')}
                className={fieldClasses.input ?? ''}
              />
            </SearchField>
            <Options {...props} />
          </Autocomplete>
        ) : (
          <Options {...props} />
        )}
      </Popover>
    </AriaLocale>
  );
}

function Options(props: SelectPopupProps) {
  const { labelledBy, options, values, isMultiple = false, hasSearch, onChoose, onClose } = props;
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
        // The chosen option of a single choice again: the list closes and the choice stays.
        if (chosen.length === 0 && !isMultiple) onClose();
        else onChoose(chosen.map(({ value }) => value));
      }}
    >
      {options.map((option) => (
        <ListBoxItem
          key={option.value}
          id={option.value}
          textValue={`${textOf(option)} ${option.keywords ?? ''}`}
          // All that is seen, so that it can be chosen by voice.
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
