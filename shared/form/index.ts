export { type FieldIssue, findIssues } from './find-issues.ts';
export { type BoundField, type FormOptions, type FormState, useForm } from './use-form.ts';
