import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '../class-names.ts';
import fieldClasses from '../field/field.module.css';
import { FieldFrame, type FieldProps, useFieldIds } from '../field/field.tsx';
import { Icon } from '../icon/icon.tsx';
import { preloadSelectPopup, searchThreshold, selectPopup } from './lazy-select-popup.ts';
import classes from './select.module.css';
import type { SelectOption } from './select.tsx';

export interface MultiSelectProps<Value extends string = string> extends FieldProps {
  options: readonly SelectOption<Value>[];
  /** Chosen options, in any order. */
  values: readonly Value[];
  /** Called with all chosen values, in the order of the options. */
  onChange: (values: Value[]) => void;
  /** Shown while nothing is chosen. */
  placeholder?: string | undefined;
  /** Offers the search box when there are more than 5 options; on unless switched off. */
  search?: boolean | undefined;
  disabled?: boolean | undefined;
  id?: string | undefined;
}

/** Chooses any number of a list, which stays open meanwhile; a button takes all of it back. */
export function MultiSelect<Value extends string = string>(props: MultiSelectProps<Value>) {
  const { label, hideLabel, description, error, optional, aside, ...own } = props;
  const { options, values, onChange, placeholder, search = true, disabled } = own;
  const { t } = useTranslation('common');
  const { ids, control } = useFieldIds({ description, error }, props.id);
  const box = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const chosen = options.filter((option) => values.includes(option.value));

  function choose(next: string[]) {
    onChange(options.map((option) => option.value).filter((value) => next.includes(value)));
  }
  return (
    <FieldFrame
      {...{ ids, label, hideLabel, description, error, optional, aside }}
      className={props.className}
    >
      <div
        ref={box}
        className={classNames(fieldClasses.box, classes.box)}
        data-size="big"
        data-open={isOpen || undefined}
        data-invalid={error ? true : undefined}
        data-disabled={disabled || undefined}
      >
        <button
          type="button"
          id={control.id}
          aria-describedby={control['aria-describedby']}
          aria-labelledby={`${ids.label} ${control.id}-value`}
          aria-haspopup="listbox"
          aria-expanded={isOpen}
          disabled={disabled}
          className={classes.trigger}
          onPointerEnter={preloadSelectPopup}
          onFocus={preloadSelectPopup}
          onClick={() => setOpen(!isOpen)}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
            event.preventDefault();
            setOpen(true);
          }}
        >
          <span
            id={`${control.id}-value`}
            className={chosen.length > 0 ? classes.value : classes.placeholder}
          >
            {chosen.map((option) => option.title).join(', ') || (placeholder ?? t('ui.choose'))}
          </span>
          <Icon name="chevron-down" className={classes.arrow} />
        </button>
        {chosen.length > 0 && !disabled && (
          <button
            type="button"
            className={fieldClasses.boxButton}
            aria-label={t('ui.clear')}
            onClick={() => onChange([])}
          >
            <Icon name="close" />
          </button>
        )}
      </div>
      {isOpen && (
        <selectPopup.Widget
          props={{
            anchor: box,
            labelledBy: ids.label,
            options,
            values: chosen.map((option) => option.value),
            isMultiple: true,
            hasSearch: search && options.length > searchThreshold,
            onChoose: choose,
            onClose: () => setOpen(false),
          }}
        />
      )}
    </FieldFrame>
  );
}
