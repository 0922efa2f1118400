import { defaultTopUpLimits } from '@portal/contract/payments';
import type { Service } from '@portal/contract/services';
import { type FormState, useForm } from '@portal/shared/form';
import { useFormat } from '@portal/shared/i18n';
import { useMemo } from 'react';
import * as v from 'valibot';
import { amountTextSchema } from '../../amount/amount-input.ts';
import type { TopUpMethod, TopUpRequest } from './top-up-draft.ts';

export interface TopUpValues {
  service_id: string;
  /** As it was typed. */
  amount: string;
  method: TopUpMethod;
}

/** The form's state; a service that the address names is chosen already, and so is the only one. */
export function useTopUpForm(
  services: readonly Service[],
  chosen: string | undefined,
  onReady: (request: TopUpRequest) => void,
): FormState<TopUpValues> {
  const { dateLocale } = useFormat();
  const schema = useMemo(
    () =>
      v.object({
        service_id: v.pipe(v.string(), v.nonEmpty('service_required')),
        amount: amountTextSchema(dateLocale, defaultTopUpLimits),
        method: v.picklist(['bank_transfer', 'crypto']),
      }),
    [dateLocale],
  );
  const only = services.length === 1 ? services[0] : undefined;
  const first = services.find(({ service_id }) => service_id === chosen) ?? only;
  return useForm<TopUpValues, typeof schema>({
    schema,
    initial: { service_id: first?.service_id ?? '', amount: '', method: 'bank_transfer' },
    issueParams: ({ service_id }) => ({
      min: defaultTopUpLimits.min,
      max: defaultTopUpLimits.max,
      currency: currencyOf(services, service_id),
    }),
    onSubmit: async (request) => onReady(request),
  });
}

/** The currency of the chosen service; of the first one while none is chosen, as an account has one currency. */
export function currencyOf(services: readonly Service[], serviceId: string): string {
  const service = services.find(({ service_id }) => service_id === serviceId) ?? services[0];
  return service?.currency ?? 'eur';
}
