import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '../class-names.ts';
import { Spinner } from '../feedback/spinner.tsx';
import fieldClasses from '../field/field.module.css';
import { FieldFrame, type FieldProps, useFieldIds } from '../field/field.tsx';
import { Icon, type IconProps } from '../icon/icon.tsx';
import { preloadSelectPopup, searchThreshold, selectPopup } from './lazy-select-popup.ts';
import classes from './select.module.css';

export interface SelectOption<Value extends string = string> {
  title: string;
  value: Value;
  description?: string | undefined;
  /** The search finds the option by these too. */
  keywords?: string | undefined;
  icon?: IconProps['name'] | undefined;
  disabled?: boolean | undefined;
}

export interface SelectProps<Value extends string = string> extends FieldProps {
  options: readonly SelectOption<Value>[];
  value: Value | null | undefined;
  onChange: (value: Value) => void;
  /** Shown while nothing is chosen. */
  placeholder?: string | undefined;
  /** Offers the search box when there are more than 5 options; on unless switched off. */
  search?: boolean | undefined;
  /** Adds a button that takes the choice back. */
  onClear?: (() => void) | undefined;
  disabled?: boolean | undefined;
  readOnly?: boolean | undefined;
  isLoading?: boolean | undefined;
  size?: 'big' | 'small' | undefined;
  /** The label stands before the box instead of above it. */
  inlineLabel?: boolean | undefined;
  id?: string | undefined;
}

/** Chooses one of a list; the list itself is loaded when it is first about to be opened. */
export function Select<Value extends string = string>(props: SelectProps<Value>) {
  const { label, hideLabel, description, error, optional, aside, inlineLabel = false, ...own } = props;
  const {
    options,
    value,
    onChange,
    placeholder,
    search = true,
    onClear,
    disabled,
    readOnly,
    isLoading,
    size = 'big',
  } = own;
  const { t } = useTranslation('common');
  const { ids, control } = useFieldIds({ description, error }, props.id);
  const box = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const chosen = options.find((option) => option.value === value);
  const isFixed = disabled || readOnly || isLoading;

  function choose([next]: string[]) {
    setOpen(false);
    const option = options.find((candidate) => candidate.value === next);
    if (option) onChange(option.value);
  }
  return (
    <FieldFrame
      {...{ ids, label, hideLabel, description, error, optional, aside }}
      className={classNames(inlineLabel && classes.inline, props.className)}
    >
      <div
        ref={box}
        className={classNames(fieldClasses.box, classes.box)}
        data-size={size}
        data-open={isOpen || undefined}
        data-invalid={error ? true : undefined}
        data-disabled={disabled || undefined}
        data-readonly={readOnly || undefined}
      >
        <button
          type="button"
          id={control.id}
          aria-describedby={control['aria-describedby']}
          aria-labelledby={`${ids.label} ${control.id}-value`}
          aria-haspopup="listbox"
          aria-expanded={isOpen}
          aria-busy={isLoading || undefined}
          disabled={disabled || isLoading}
          aria-disabled={readOnly || undefined}
          className={classes.trigger}
          onPointerEnter={preloadSelectPopup}
          onFocus={preloadSelectPopup}
          onClick={() => !isFixed && setOpen(!isOpen)}
          onKeyDown={(event) => {
            if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && !isFixed) {
              event.preventDefault();
              setOpen(true);
            }
          }}
        >
          {chosen?.icon && <Icon name={chosen.icon} />}
          <span id={`${control.id}-value`} className={chosen ? classes.value : classes.placeholder}>
            {chosen?.title ?? placeholder ?? t('ui.choose')}
          </span>
          {isLoading ? <Spinner /> : <Icon name="chevron-down" className={classes.arrow} />}
        </button>
        {onClear && chosen && !isFixed && (
          <button
            type="button"
            className={fieldClasses.boxButton}
            aria-label={t('ui.clear')}
            onClick={onClear}
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
            values: chosen ? [chosen.value] : [],
            hasSearch: search && options.length > searchThreshold,
            onChoose: choose,
            onClose: () => setOpen(false),
          }}
        />
      )}
    </FieldFrame>
  );
}
