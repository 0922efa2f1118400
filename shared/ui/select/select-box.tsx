import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '../class-names.ts';
import { Spinner } from '../feedback/loader.tsx';
import { FieldBox, FieldButton, FieldFrame, type FieldProps, useField } from '../field/field.tsx';
import { Icon } from '../icon/icon.tsx';
import { lazyWidget } from '../lazy-widget.tsx';
import classes from './select.module.css';
import type { SelectOption, SelectPopupProps } from './select-popup.tsx';

/** The props that Select and MultiSelect share. */
export interface SelectBaseProps<Value extends string> extends FieldProps {
  options: readonly SelectOption<Value>[];
  /** Shown while nothing is chosen. */
  placeholder?: string | undefined;
  /** Shows a search box above more than 5 options; true by default. */
  search?: boolean | undefined;
  disabled?: boolean | undefined;
  id?: string | undefined;
}

export interface SelectBoxProps extends SelectBaseProps<string> {
  chosen: readonly SelectOption[];
  /** The list stays open, and several options may be chosen. */
  isMultiple?: boolean;
  /** Called with the values of all chosen options. */
  onChoose: (values: string[]) => void;
  /** Adds a button that clears the choice. */
  onClear?: (() => void) | undefined;
  readOnly?: boolean | undefined;
  /** The options are still loading: shows a spinner and does not open. */
  isLoading?: boolean | undefined;
  size?: 'big' | 'small' | undefined;
  /** Puts the label before the box instead of above it. */
  inlineLabel?: boolean | undefined;
}

/** The search box appears above this number of options. */
const searchThreshold = 5;

const popup = lazyWidget<SelectPopupProps>(() =>
  import(/* webpackChunkName: "widgets" */ './select-popup.tsx').then((module) => module.SelectPopup),
);

/** The closed box of a Select or MultiSelect, which opens the list of options. */
export function SelectBox({ inlineLabel = false, ...props }: SelectBoxProps) {
  const { frame, control, own } = useField(props);
  const { options, chosen, isMultiple = false, onChoose, onClear, search = true, size = 'big' } = own;
  const { disabled, readOnly, isLoading } = own;
  const { t } = useTranslation('common');
  const box = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const isFixed = disabled || readOnly || isLoading;
  const isEmpty = chosen.length === 0;
  const icon = isMultiple ? undefined : chosen[0]?.icon;
  const valueId = `${control.id}-value`;
  return (
    <FieldFrame {...frame} className={classNames(inlineLabel && classes.inline, frame.className)}>
      <FieldBox
        {...{ size, disabled, readOnly, isOpen }}
        ref={box}
        error={frame.error}
        className={classes.box}
      >
        <button
          type="button"
          id={control.id}
          aria-describedby={control['aria-describedby']}
          aria-labelledby={`${frame.ids.label} ${valueId}`}
          aria-haspopup="listbox"
          aria-expanded={isOpen}
          aria-busy={isLoading || undefined}
          disabled={disabled || isLoading}
          aria-disabled={readOnly || undefined}
          className={classes.trigger}
          onPointerEnter={popup.prefetch}
          onFocus={popup.prefetch}
          onClick={() => !isFixed && setOpen(!isOpen)}
          onKeyDown={(event) => {
            if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && !isFixed) {
              event.preventDefault();
              setOpen(true);
            }
          }}
        >
          {icon && <Icon name={icon} />}
          <span id={valueId} className={isEmpty ? classes.placeholder : classes.value}>
            {isEmpty ? (own.placeholder ?? t('ui.choose')) : chosen.map(({ title }) => title).join(', ')}
          </span>
          {isLoading ? <Spinner /> : <Icon name="chevron-down" className={classes.arrow} />}
        </button>
        {onClear && !isEmpty && !isFixed && (
          <FieldButton icon="close" label={t('ui.clear')} onClick={onClear} />
        )}
      </FieldBox>
      {isOpen && (
        <popup.Widget
          onGiveUp={() => setOpen(false)}
          props={{
            anchor: box,
            labelledBy: frame.ids.label,
            options,
            values: chosen.map(({ value }) => value),
            isMultiple,
            hasSearch: search && options.length > searchThreshold,
            onChoose: (values) => {
              if (!isMultiple) setOpen(false);
              onChoose(values);
            },
            onClose: () => setOpen(false),
          }}
        />
      )}
    </FieldFrame>
  );
}
