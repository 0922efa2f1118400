import { type FormHTMLAttributes, type ReactNode, type Ref, useId } from 'react';
import { classNames } from '../class-names.ts';
import classes from './form.module.css';

export interface FormProps extends Omit<FormHTMLAttributes<HTMLFormElement>, 'onSubmit'> {
  /** The form's own checks speak, not the browser's: submission is never native. */
  onSubmit: () => void;
  /** What the server said of the whole form: a NotificationBox. */
  error?: ReactNode;
  ref?: Ref<HTMLFormElement>;
}

/** A form with evenly spaced fields; the error of the whole form stands at its top. */
export function Form({ onSubmit, error, className, children, ...rest }: FormProps) {
  return (
    <form
      noValidate
      // Before the code is there it could be sent natively, and "get" would put a password into the address.
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

export interface FormSectionProps {
  title: ReactNode;
  description?: ReactNode;
  children: ReactNode;
}

/** A titled group of fields; on wide screens the title stands beside them. */
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

/** Fields side by side where they fit. */
export function FieldRow({ children }: { children: ReactNode }) {
  return <div className={classes.row}>{children}</div>;
}

export interface FormActionsProps {
  children: ReactNode;
  /** Sticks to the bottom of a scrolling form or sidebar. */
  sticky?: boolean;
  align?: 'start' | 'end' | 'stretch';
}

/** The buttons of a form: the chief action first. */
export function FormActions({ children, sticky = false, align = 'start' }: FormActionsProps) {
  return (
    <div className={classes.actions} data-sticky={sticky || undefined} data-align={align}>
      {children}
    </div>
  );
}
