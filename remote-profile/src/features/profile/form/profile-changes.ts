import type { Currency } from '@portal/contract/money';
import { type Profile, type ProfileUpdate, profileUpdateSchema } from '@portal/contract/profile';
import * as v from 'valibot';

/** The form's fields; empty when the profile has no value yet. */
export interface ProfileValues {
  company: string;
  country: string;
  tax_number: string;
  currency: Currency | null;
  name: string;
  phone: string;
  address: string;
  timezone: string;
}

/** The profile as the form shows it. */
export function valuesOf(profile: Profile): ProfileValues {
  return {
    company: profile.company ?? '',
    country: profile.country ?? '',
    tax_number: profile.tax_number ?? '',
    currency: profile.currency,
    name: profile.name ?? '',
    phone: profile.phone ?? '',
    address: profile.address ?? '',
    timezone: profile.timezone,
  };
}

const textFields = ['company', 'country', 'tax_number', 'name', 'phone', 'address', 'timezone'] as const;

/** The changes, as the request takes them: untouched fields are neither checked nor sent. */
export function changesOf(base: ProfileValues, values: ProfileValues): ProfileUpdate {
  const changes: ProfileUpdate = {};
  for (const field of textFields) if (values[field] !== base[field]) changes[field] = values[field];
  if (values.currency !== null && values.currency !== base.currency) changes.currency = values.currency;
  const touchesTax = changes.country !== undefined || changes.tax_number !== undefined;
  // The rule of a number depends on its country, so both are checked together.
  if (touchesTax && values.tax_number !== '') {
    changes.country = values.country;
    changes.tax_number = values.tax_number;
  }
  return changes;
}

/** Whether a profile has the values of these changes. */
export function hasChanges(values: ProfileValues, changes: ProfileUpdate): boolean {
  return [...textFields, 'currency' as const].every(
    (field) => changes[field] === undefined || changes[field] === values[field],
  );
}

/** The schema of the form: its output is the changes since `base`. */
export function changesSchema(base: ProfileValues) {
  return v.pipe(
    v.custom<ProfileValues>((values) => typeof values === 'object'),
    v.transform((values) => changesOf(base, values)),
    profileUpdateSchema,
  );
}

/** Whether saving sets a field that only support can change later. */
export function locksFields({ currency, tax_number }: ProfileUpdate): boolean {
  return currency !== undefined || tax_number !== undefined;
}

/**
 * The values that the form takes from a profile that changed elsewhere: all fields except those that the customer has
 * changed too, unless such a field can no longer be edited.
 */
export function mergedValues(
  base: ProfileValues,
  next: ProfileValues,
  values: ProfileValues,
  locked: LockedFields,
) {
  const patch: Partial<ProfileValues> = {};
  for (const field of textFields) {
    if (values[field] === base[field] || locked[field]) patch[field] = next[field];
  }
  if (values.currency === base.currency || locked.currency) patch.currency = next.currency;
  return patch;
}

export type LockedFields = Partial<Record<keyof ProfileValues, boolean>>;

/** Fields that can no longer be edited. The country is locked with its tax number. */
export function lockedFields({ tax_number_can_edit, currency_can_edit }: Profile): LockedFields {
  return { currency: !currency_can_edit, tax_number: !tax_number_can_edit, country: !tax_number_can_edit };
}
