import { type FormHTMLAttributes, type ReactNode, type Ref, useId } from 'react';
import { classNames } from '../class-names.ts';
import classes from './form.module.css';

interface FormProps extends Omit<FormHTMLAttributes<HTMLFormElement>, 'onSubmit'> {
  /** Called instead of a native submission; the browser's own validation is switched off. */
  onSubmit: () => void;
  /** The error of the whole form: a NotificationBox or FailureNotice. */
  error?: ReactNode;
  ref?: Ref<HTMLFormElement>;
}

/** A form with evenly spaced fields and the error of the whole form at its top. */
export function Form({ onSubmit, error, className, children, ...rest }: FormProps) {
  return (
    <form
      noValidate
      // A prerendered form can be submitted natively before its code has run; `get` would put the password into the URL.
      method="post"
      {...rest}
      className={classNames(classes.form, className)}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {error}
      {children}
    </form>
  );
}

interface FormSectionProps {
  title: ReactNode;
  description?: ReactNode;
  children: ReactNode;
}

/** A group of fields with a title, which stands beside the fields on wide screens. */
export function FormSection({ title, description, children }: FormSectionProps) {
  const id = useId();
  return (
    <div role="group" aria-labelledby={id} className={classes.section}>
      <div className={classes.sectionHead}>
        <h2 id={id} className={classes.sectionTitle}>
          {title}
        </h2>
        {description && <p className={classes.description}>{description}</p>}
      </div>
      <div className={classes.form}>{children}</div>
    </div>
  );
}

/** Fields side by side when they fit. */
export function FieldRow({ children }: { children: ReactNode }) {
  return <div className={classes.row}>{children}</div>;
}

interface FormActionsProps {
  children: ReactNode;
  /** Stays at the bottom of a scrolling form or sidebar. */
  sticky?: boolean;
  align?: 'start' | 'end' | 'stretch';
}

/** The buttons of a form, the main action first. */
export function FormActions({ children, sticky = false, align = 'start' }: FormActionsProps) {
  return (
    <div className={classes.actions} data-sticky={sticky || undefined} data-align={align}>
      {children}
    </div>
  );
}
