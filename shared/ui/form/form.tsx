import { type FormHTMLAttributes, type MouseEvent, type ReactNode, type Ref, useId, useRef } from 'react';
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
  const ignored = useIgnoredSecondPress();
  return (
    <form
      noValidate
      // A prerendered form can be submitted natively before its code has run; `get` would put the password into the URL.
      method="post"
      {...ignored}
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

/** Milliseconds and pixels within which two presses are a double click. */
const doubleClick = { time: 500, distance: 4 };

/**
 * Ignores the second press of a double click on the button that sends the form. The errors that appear after the first press move the
 * fields, and the second one would hit what has moved under the pointer, such as a checkbox.
 */
function useIgnoredSecondPress() {
  const sent = useRef<MouseEvent>(null);
  const isIgnored = (event: MouseEvent) => {
    if (sent.current === null || isOnSubmit(event)) return false;
    const { clientX, clientY, timeStamp } = sent.current;
    const distance = Math.hypot(event.clientX - clientX, event.clientY - clientY);
    return event.timeStamp - timeStamp < doubleClick.time && distance < doubleClick.distance;
  };
  return {
    onMouseDownCapture: (event: MouseEvent) => {
      // The focus stays at the first error.
      if (isIgnored(event)) event.preventDefault();
    },
    onClickCapture: (event: MouseEvent) => {
      if (isIgnored(event)) {
        event.preventDefault();
        event.stopPropagation();
      }
      // A click of the keyboard is at no place.
      if (isOnSubmit(event) && event.clientX > 0) sent.current = event;
    },
  };
}

function isOnSubmit({ target }: MouseEvent): boolean {
  return target instanceof Element && target.closest('[type="submit"]') !== null;
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
