import { startTransition, useEffect, useRef, useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { isAwaitingLogin } from '../api/api-settings.ts';
import { type FieldIssue, type Schema, type SchemaOutput, validate } from '../api/standard-schema.ts';
import { useErrorText } from '../i18n/use-error-text.ts';

export interface FormOptions<Values, S extends Schema> {
  /** The contract's schema of the request; the messages of its issues are field error codes. */
  schema: S;
  initial: Values;
  /** Sends the parsed values. The field errors of an ApiError are shown at their fields; any other error becomes `failure`. */
  onSubmit: (output: SchemaOutput<S>) => Promise<unknown>;
  /** Values in the texts of the schema's codes: `{ min: '10.00', currency: 'eur' }`. */
  issueParams?: ((values: Values) => Record<string, unknown>) | undefined;
}

/** The props of a field component of the design system. */
export interface BoundField<Value> {
  name: string;
  value: Value;
  /** The text of the field's error, in the language on the screen. */
  error: string | undefined;
  onValueChange: (value: Value) => void;
  onBlur: () => void;
}

export interface FormState<Values> {
  values: Values;
  /** The props of the field with this name. */
  field: <Name extends keyof Values & string>(name: Name) => BoundField<Values[Name]>;
  set: (patch: Partial<Values>) => void;
  submit: () => void;
  isSubmitting: boolean;
  isDirty: boolean;
  /** The error of the last submission, unless it is shown at the fields; null without an error. */
  failure: unknown;
  clearFailure: () => void;
  /**
   * Restarts the form with new values: after saving, or when the server's values have changed. What the customer has typed into
   * other fields, or further, while `onSubmit` was saving stays as an unsaved change.
   */
  reset: (values: Values) => void;
  /** Ref of the form element. A failed submission moves the focus to the error box, or else to the first invalid field. */
  ref: (element: HTMLFormElement | null) => void;
}

/**
 * The state of a form that is validated by a schema of the contract. A field shows its error after it lost the focus,
 * and updates it with each keystroke. While a submission is in progress, further ones are ignored. Typed text is never
 * lost.
 */
export function useForm<Values extends object, S extends Schema>(
  options: FormOptions<Values, S>,
): FormState<Values> {
  const { schema, onSubmit } = options;
  const [initial, setInitial] = useState(options.initial);
  const [values, setValues] = useState(options.initial);
  const [visited, setVisited] = useState<ReadonlySet<string>>(new Set());
  const [serverErrors, setServerErrors] = useState<readonly FieldIssue[]>([]);
  const [failure, setFailure] = useState<unknown>(null);
  const [isSubmitting, setSubmitting] = useState(false);
  const [failureCount, setFailureCount] = useState(0);
  const isSending = useRef(false);
  /** The values of the submission in progress. */
  const sent = useRef<Values>(undefined);
  const element = useRef<HTMLFormElement | null>(null);
  const { fieldErrorText } = useErrorText();
  const { issues = [] } = validate(schema, values);

  // The error box and the invalid field can take the focus only after they are rendered.
  useEffect(() => {
    if (failureCount > 0) focusError(element.current);
  }, [failureCount]);

  useEffect(() => {
    isSending.current = isSubmitting;
  }, [isSubmitting]);

  function set(patch: Partial<Values>): void {
    setValues((current) => ({ ...current, ...patch }));
    // The server's errors were about the old values.
    setServerErrors((current) => current.filter(({ field }) => !Object.hasOwn(patch, field)));
  }

  function errorOf(name: string): string | undefined {
    const serverError = serverErrors.find(({ field }) => field === name);
    const issue = serverError ?? (visited.has(name) ? issues.find(({ field }) => field === name) : undefined);
    return issue === undefined
      ? undefined
      : fieldErrorText(issue.code, issue.params ?? options.issueParams?.(values));
  }

  function showErrors(errors: readonly FieldIssue[]): void {
    setVisited(new Set([...visited, ...Object.keys(values), ...errors.map(({ field }) => field)]));
    setServerErrors(errors);
    setFailureCount((count) => count + 1);
  }

  async function send(): Promise<void> {
    setFailure(null);
    const result = validate(schema, values);
    if (result.issues !== undefined) {
      showErrors([]);
      return stop();
    }
    sent.current = values;
    try {
      await onSubmit(result.value);
      sent.current = undefined;
      // A transition, like the router's: the form stays submitting until the next page is rendered.
      startTransition(() => setSubmitting(false));
    } catch (error) {
      stop();
      if (isAwaitingLogin(error)) return;
      const errors = error instanceof ApiError ? error.fieldErrors : [];
      if (!errors.some(({ field }) => Object.hasOwn(values, field))) setFailure(error);
      if (errors.length > 0) showErrors(errors);
      else setFailureCount((count) => count + 1);
    }
  }

  /** After a failure the form can be sent again immediately, even while another page is loading. */
  function stop(): void {
    isSending.current = false;
    sent.current = undefined;
    setSubmitting(false);
  }

  function submit(): void {
    if (isSending.current) return;
    isSending.current = true;
    setSubmitting(true);
    void send();
  }

  return {
    values,
    field: (name) => ({
      name,
      value: values[name],
      error: errorOf(name),
      onValueChange: (value) => {
        const patch: Partial<Values> = {};
        patch[name] = value;
        set(patch);
      },
      onBlur: () => afterPress(() => setVisited((current) => new Set([...current, name]))),
    }),
    set,
    submit,
    isSubmitting,
    isDirty: JSON.stringify(values) !== JSON.stringify(initial),
    failure,
    clearFailure: () => setFailure(null),
    reset: (next) => {
      const saved = sent.current;
      setInitial(next);
      setValues((current) => (saved === undefined ? next : withLaterChanges(saved, current, next)));
      setVisited(new Set());
      setServerErrors([]);
      setFailure(null);
    },
    ref: (form) => {
      element.current = form;
    },
  };
}

/** The new values, except where the current ones are no longer those that were sent. */
function withLaterChanges<Values extends object>(saved: Values, current: Values, next: Values): Values {
  const isSame = (name: keyof Values) => JSON.stringify(current[name]) === JSON.stringify(saved[name]);
  const changes = { ...next };
  for (const name in current) if (!isSame(name)) changes[name] = current[name];
  return changes;
}

let isMouseDown = false;

// Prerendering may run without a document.
if (typeof document !== 'undefined') {
  const note = ({ type }: Event) => {
    isMouseDown = type === 'mousedown';
  };
  document.addEventListener('mousedown', note, true);
  document.addEventListener('mouseup', note, true);
  // The mouseup event is missing when the button was released over another window or a removed element.
  document.addEventListener('keydown', note, true);
}

/**
 * Calls `act` when no mouse button is pressed. An error that appears while a button is pressed moves the elements below
 * it, and the click misses its target.
 */
function afterPress(act: () => void): void {
  if (isMouseDown) document.addEventListener('mouseup', act, { once: true });
  else act();
}

function focusError(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>('[role="alert"], [aria-invalid="true"], [data-invalid] button')?.focus();
}
