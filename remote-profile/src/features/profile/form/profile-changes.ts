import type { Currency } from '@portal/contract/money';
import { type Profile, type ProfileUpdate, profileUpdateSchema } from '@portal/contract/profile';
import * as v from 'valibot';

/** The form's fields; empty where the profile has nothing yet. */
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

/** What the customer has changed, as the call takes it: what is untouched is neither checked nor sent. */
export function changesOf(base: ProfileValues, values: ProfileValues): ProfileUpdate {
  const changes: ProfileUpdate = {};
  for (const field of textFields) if (values[field] !== base[field]) changes[field] = values[field];
  if (values.currency !== null && values.currency !== base.currency) changes.currency = values.currency;
  const touchesTax = changes.country !== undefined || changes.tax_number !== undefined;
  // The number's rule is its country's, so neither is checked alone.
  if (touchesTax && values.tax_number !== '') {
    changes.country = values.country;
    changes.tax_number = values.tax_number;
  }
  return changes;
}

/** Checks the changes against what the profile was; gives the changes. */
export function changesSchema(base: ProfileValues) {
  return v.pipe(
    v.custom<ProfileValues>((values) => typeof values === 'object'),
    v.transform((values) => changesOf(base, values)),
    profileUpdateSchema,
  );
}

/** Whether saving sets something that only support can change afterwards. */
export function locksFields({ currency, tax_number }: ProfileUpdate): boolean {
  return currency !== undefined || tax_number !== undefined;
}

/**
 * What the form takes over when the profile has changed elsewhere: every field but those that the customer has
 * changed too, unless the field can no longer be edited.
 */
export function takenOver(
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

/** Fields that can no longer be edited. The country goes with its tax number. */
export function lockedFields({ tax_number_can_edit, currency_can_edit }: Profile): LockedFields {
  return { currency: !currency_can_edit, tax_number: !tax_number_can_edit, country: !tax_number_can_edit };
}
