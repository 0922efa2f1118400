import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../icon/icon.tsx';
import classes from './field.module.css';

/** What every field of a form takes. */
export interface FieldProps {
  label: ReactNode;
  /** The label stays for assistive technology but is not shown. */
  hideLabel?: boolean | undefined;
  /** A hint under the control that stays while typing. */
  description?: ReactNode | undefined;
  /** Why the value is refused; marks the field invalid. */
  error?: ReactNode | undefined;
  /** Adds "(optional)" to the label; say it for the few optional fields, not for the required ones. */
  optional?: boolean | undefined;
  /** Shown at the end of the label's line: a link, a counter, an InfoTip. */
  aside?: ReactNode | undefined;
  className?: string | undefined;
}

/** Ids that tie label, hint and error to a control, and the ARIA attributes the control takes. */
export function useFieldIds(field: Pick<FieldProps, 'description' | 'error'>, id?: string) {
  const generated = useId();
  const controlId = id ?? generated;
  const ids = {
    control: controlId,
    label: `${controlId}-label`,
    hint: `${controlId}-hint`,
    error: `${controlId}-error`,
  };
  const described = [field.description && ids.hint, field.error && ids.error].filter(Boolean).join(' ');
  return {
    ids,
    control: {
      id: controlId,
      'aria-describedby': described || undefined,
      'aria-invalid': field.error ? (true as const) : undefined,
    },
  };
}

interface FieldFrameProps extends FieldProps {
  ids: ReturnType<typeof useFieldIds>['ids'];
  children: ReactNode;
}

/** Label above, control, hint and error below: the frame all fields share. */
export function FieldFrame({
  ids,
  label,
  hideLabel,
  description,
  error,
  optional,
  aside,
  className,
  children,
}: FieldFrameProps) {
  const { t } = useTranslation('common');
  return (
    <div className={className ? `${classes.field} ${className}` : classes.field}>
      <div className={hideLabel && !aside ? classes.hidden : classes.top}>
        <label id={ids.label} htmlFor={ids.control} className={hideLabel ? classes.hidden : classes.label}>
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

/** The line under a control that says why its value is refused; announced when it appears. */
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
