import { type ButtonHTMLAttributes, type ReactNode, type Ref, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '../class-names.ts';
import { Icon, type IconProps } from '../icon/icon.tsx';
import layoutClasses from '../layout/layout.module.css';
import classes from './field.module.css';

/** The props that every field of a form takes. */
export interface FieldProps {
  label: ReactNode;
  /** Hides the label visually; assistive technology still reads it. */
  hideLabel?: boolean | undefined;
  /** A hint below the control; it stays while the customer types. */
  description?: ReactNode | undefined;
  /** Why the value is invalid; marks the field as invalid. */
  error?: ReactNode | undefined;
  /** Adds "(optional)" to the label. Mark the few optional fields, not the required ones. */
  optional?: boolean | undefined;
  /** Shown at the end of the label's line: a link, a counter, an InfoTip. */
  aside?: ReactNode | undefined;
  className?: string | undefined;
}

type AnyFieldProps = FieldProps & { id?: string | undefined };

/**
 * Splits a field's props: `frame` for FieldFrame, `control` (id and ARIA attributes) for the input element, and `own` for
 * the field itself.
 */
export function useField<Props extends AnyFieldProps>(props: Props) {
  const { label, hideLabel, description, error, optional, aside, className, id, ...own } = props;
  const generated = useId();
  const controlId = id ?? generated;
  const ids = {
    control: controlId,
    label: `${controlId}-label`,
    hint: `${controlId}-hint`,
    error: `${controlId}-error`,
  };
  const control = {
    id: controlId,
    'aria-describedby': classNames(description ? ids.hint : undefined, error ? ids.error : undefined),
    'aria-invalid': error ? (true as const) : undefined,
  };
  return {
    frame: { ids, label, hideLabel, description, error, optional, aside, className },
    control,
    own,
  };
}

interface FieldFrameProps extends FieldProps {
  ids: ReturnType<typeof useField>['frame']['ids'];
  children: ReactNode;
}

/** The frame of every field: the label above, the control, the hint and the error below. */
export function FieldFrame(props: FieldFrameProps) {
  const { ids, label, hideLabel, description, error, optional, aside, className, children } = props;
  const { t } = useTranslation('common');
  const { hidden } = layoutClasses;
  return (
    <div className={classNames(classes.field, className)}>
      <div className={hideLabel && !aside ? hidden : classes.top}>
        <label id={ids.label} htmlFor={ids.control} className={hideLabel ? hidden : classes.label}>
          {label}
          {optional && <span className={classes.optional}> {t('ui.optional')}</span>}
        </label>
        {aside && <div className={classes.aside}>{aside}</div>}
      </div>
      {children}
      {description && (
        <div id={ids.hint} className={classes.hint}>
          {description}
        </div>
      )}
      <FieldError id={ids.error}>{error}</FieldError>
    </div>
  );
}

/** The line below a control that says why its value is invalid; announced when it appears. */
export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <div aria-live="polite" className={classes.errorRegion}>
      {children && (
        <div id={id} className={classes.error}>
          <Icon name="problem" size="s" />
          <span>{children}</span>
        </div>
      )}
    </div>
  );
}

interface FieldBoxProps {
  size?: 'big' | 'small' | undefined;
  error?: ReactNode | undefined;
  disabled?: boolean | undefined;
  readOnly?: boolean | undefined;
  isOpen?: boolean | undefined;
  className?: string | undefined;
  ref?: Ref<HTMLDivElement> | undefined;
  children: ReactNode;
}

/** The box around a typed or chosen value and the buttons beside it. */
export function FieldBox({
  size,
  error,
  disabled,
  readOnly,
  isOpen,
  className,
  ref,
  children,
}: FieldBoxProps) {
  return (
    <div
      ref={ref}
      className={classNames(classes.box, className)}
      data-size={size}
      data-open={isOpen || undefined}
      data-invalid={error ? true : undefined}
      data-disabled={disabled || undefined}
      data-readonly={readOnly || undefined}
    >
      {children}
    </div>
  );
}

interface FieldButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  icon: IconProps['name'];
  /** The accessible name. */
  label: string;
}

/** An icon button inside a FieldBox. */
export function FieldButton({ icon, label, ...rest }: FieldButtonProps) {
  return (
    <button type="button" {...rest} className={classes.boxButton} aria-label={label}>
      <Icon name={icon} />
    </button>
  );
}
