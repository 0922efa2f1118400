import { taxNumberForms } from '@portal/contract/tax-number';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import type { Setup, SetupStep } from '../../setup.ts';

/** What a step asks for; once it is done, its result. */
export function StepText({ step, setup }: { step: SetupStep; setup: Setup }) {
  const { t } = useTranslation('profileQuickStart');
  const { countryName } = useFormat();
  const { profile, services, done } = setup;
  const isDone = done.includes(step);
  const { country, address, currency, tax_number: taxNumber } = profile;
  switch (step) {
    case 'email':
      return isDone ? profile.email : t('text.email', { email: profile.email });
    case 'place':
      return isDone ? [address, countryName(country)].join(', ') : t('text.place');
    case 'currency':
      return currency === null ? t('text.currency') : currency.toUpperCase();
    case 'taxNumber': {
      const [example] = taxNumberForms(country ?? '');
      if (taxNumber !== null) return taxNumber;
      return example === undefined ? t('text.taxNumber') : t('text.taxNumberExample', { example });
    }
    case 'service':
      if (isDone) return t('text.serviceReady');
      if (services.length > 0) return t('text.topUp');
      return currency === null ? t('text.serviceLater') : t('text.service');
  }
}
