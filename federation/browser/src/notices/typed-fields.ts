import * as v from 'valibot';
import { typedFieldsMember } from '../federation-settings.ts';

const fieldSchema = v.object({ type: v.string(), value: v.string(), checked: v.boolean() });
const savedSchema = v.object({ path: v.string(), fields: v.array(fieldSchema) });

/** Milliseconds that the form may take to appear after the reload. */
const appearLimit = 15_000;

/**
 * Saves what was typed into the page's form for the same page after a reload, in the state of the history entry: login
 * screens clear the storages. Passwords and codes are not saved.
 */
export function saveTypedFields(): void {
  const fields = fieldsOf(document).map((field) => ({
    type: field.type,
    value: isSecret(field) ? '' : field.value,
    checked: isTicked(field),
  }));
  if (!fields.some(({ value, checked }) => value !== '' || checked)) return;
  history.replaceState({ ...history.state, [typedFieldsMember]: { path: location.pathname, fields } }, '');
}

/** Fills the page's form with what was saved before the reload, as soon as the same fields are on the screen. */
export function restoreTypedFields(): void {
  const { [typedFieldsMember]: given, ...state } = history.state ?? {};
  const saved = v.safeParse(savedSchema, given);
  history.replaceState(state, '');
  if (!saved.success || saved.output.path !== location.pathname) return;
  const { fields } = saved.output;
  const fill = () => {
    const present = fieldsOf(document);
    const isSame =
      present.length === fields.length && present.every(({ type }, index) => type === fields[index]?.type);
    if (isSame) for (const [index, field] of present.entries()) fillField(field, fields[index]);
    return isSame;
  };
  if (fill()) return;
  const observer = new MutationObserver(() => fill() && observer.disconnect());
  observer.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => observer.disconnect(), appearLimit);
}

type Field = HTMLInputElement | HTMLTextAreaElement;

function fieldsOf(parent: ParentNode): Field[] {
  const fields = parent.querySelectorAll<Field>('main input:not([type=hidden]), main textarea');
  return [...fields].filter((field) => field.closest('[aria-hidden=true]') === null);
}

function isTicked(field: Field): boolean {
  return field instanceof HTMLInputElement && field.checked;
}

function isSecret({ type, autocomplete, inputMode }: Field): boolean {
  return ['password', 'file'].includes(type) || autocomplete === 'one-time-code' || inputMode === 'numeric';
}

function fillField(field: Field, saved: v.InferOutput<typeof fieldSchema> | undefined): void {
  if (saved === undefined) return;
  if (isTicked(field) !== saved.checked) field.click();
  // What has been typed meanwhile is newer.
  if (field.value === saved.value || field.value !== '' || saved.value === '') return;
  // React watches the element's own property: only the prototype's setter leaves the event something to report.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, saved.value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
