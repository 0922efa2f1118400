import { startTransition, useEffect, useRef, useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import type { Schema, SchemaOutput } from '../api/standard-schema.ts';
import { useErrorText } from '../i18n/use-error-text.ts';
import { afterPress } from './after-press.ts';
import { type FieldIssue, findIssues } from './find-issues.ts';

export interface FormOptions<Values, S extends Schema> {
  /** The contract's schema of the request; the messages of its issues are field error codes. */
  schema: S;
  initial: Values;
  /** Sends the parsed values. An ApiError's field errors go to their fields, anything else to `failure`. */
  onSubmit: (output: SchemaOutput<S>) => Promise<unknown>;
  /** What the texts of the schema's codes name: `{ min: '10.00', currency: 'eur' }`. */
  issueParams?: ((values: Values) => Record<string, unknown>) | undefined;
}

/** What a field component of the design system takes. */
export interface BoundField<Value> {
  name: string;
  value: Value;
  /** The field's error in the language on the screen. */
  error: string | undefined;
  onValueChange: (value: Value) => void;
  onBlur: () => void;
}

export interface FormState<Values> {
  values: Values;
  field: <Name extends keyof Values & string>(name: Name) => BoundField<Values[Name]>;
  set: (patch: Partial<Values>) => void;
  submit: () => void;
  isSubmitting: boolean;
  isDirty: boolean;
  /** Why the last attempt failed, unless its fields say so. */
  failure: unknown;
  clearFailure: () => void;
  /** Begins anew from these values: after saving, or when the server's have changed. */
  reset: (values: Values) => void;
  /** Put on the form element: after a refused attempt the banner, or else the first refused field, gets the focus. */
  ref: (element: HTMLFormElement | null) => void;
}

/**
 * The state of a form whose rules are a schema of the contract: errors appear when a field is left, then follow its
 * text; a second submission waits for the first; what was typed is never lost.
 */
export function useForm<Values extends object, S extends Schema>(
  options: FormOptions<Values, S>,
): FormState<Values> {
  const { schema, onSubmit } = options;
  const [initial, setInitial] = useState(options.initial);
  const [values, setValues] = useState(options.initial);
  const [visited, setVisited] = useState<ReadonlySet<string>>(new Set());
  const [refusals, setRefusals] = useState<readonly FieldIssue[]>([]);
  const [failure, setFailure] = useState<unknown>(null);
  const [isSubmitting, setSubmitting] = useState(false);
  const [refusalCount, setRefusalCount] = useState(0);
  const isSending = useRef(false);
  const element = useRef<HTMLFormElement | null>(null);
  const { fieldErrorText } = useErrorText();
  const issues = findIssues(schema, values);

  // In step with the document: banner and field can take the focus once the refusal is on the screen.
  useEffect(() => {
    if (refusalCount > 0) focusRefused(element.current);
  }, [refusalCount]);

  useEffect(() => {
    isSending.current = isSubmitting;
  }, [isSubmitting]);

  function set(patch: Partial<Values>): void {
    setValues((current) => ({ ...current, ...patch }));
    // The server's refusal was about the old text.
    setRefusals((current) => current.filter(({ field }) => !Object.hasOwn(patch, field)));
  }

  function errorOf(name: string): string | undefined {
    const refusal = refusals.find(({ field }) => field === name);
    const issue = refusal ?? (visited.has(name) ? issues.find(({ field }) => field === name) : undefined);
    return issue === undefined
      ? undefined
      : fieldErrorText(issue.code, issue.params ?? options.issueParams?.(values));
  }

  function refuse(refused: readonly FieldIssue[]): void {
    setVisited(new Set([...visited, ...Object.keys(values), ...refused.map(({ field }) => field)]));
    setRefusals(refused);
    setRefusalCount((count) => count + 1);
  }

  async function send(): Promise<void> {
    setFailure(null);
    const result = await schema['~standard'].validate(values);
    if (result.issues !== undefined) return refuse([]);
    try {
      // biome-ignore lint/nursery/noUnsafeTypeAssertion: a parse edge; this is the schema's own output
      await onSubmit(result.value as SchemaOutput<S>);
    } catch (error) {
      const refused = error instanceof ApiError ? error.fieldErrors : [];
      if (!refused.some(({ field }) => Object.hasOwn(values, field))) setFailure(error);
      if (refused.length > 0) refuse(refused);
      else setRefusalCount((count) => count + 1);
    }
  }

  function submit(): void {
    if (isSending.current) return;
    isSending.current = true;
    setSubmitting(true);
    // A transition, as the router's own: until the next page stands, another press is still the same submission.
    void send().finally(() => startTransition(() => setSubmitting(false)));
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
      setInitial(next);
      setValues(next);
      setVisited(new Set());
      setRefusals([]);
      setFailure(null);
    },
    ref: (form) => {
      element.current = form;
    },
  };
}

function focusRefused(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>('[role="alert"], [aria-invalid="true"], [data-invalid] button')?.focus();
}
