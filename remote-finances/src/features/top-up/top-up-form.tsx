import { compareDecimals } from '@portal/contract/money';
import { isOneOf } from '@portal/contract/response-member';
import { type Service, serviceTypes } from '@portal/contract/services';
import { defaultTopUpLimits } from '@portal/contract/top-up';
import { topUpMethods } from '@portal/contract/top-up-quote';
import { type FormState, useForm } from '@portal/shared/form';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { Button, Form, FormActions, Inline, RadioCards, Select, Stack } from '@portal/shared/ui';
import { useMemo } from 'react';
import * as v from 'valibot';
import {
  AmountField,
  type AmountLimits,
  amountTextSchema,
  decimalOf,
  readAmount,
  writeAmount,
} from '../../amount-field.tsx';
import { useServiceBalance } from '../../service-balance.tsx';
import { CryptoChoice } from './crypto-choice.tsx';
import type { TopUpMethod, TopUpRequest } from './top-up-draft.ts';
import { TopUpQuotePanel } from './top-up-quote.tsx';
import { useTopUpQuote } from './use-top-up-quote.ts';

interface TopUpValues {
  service_id: string;
  /** As it was typed. */
  amount: string;
  method: TopUpMethod;
  /** The chosen crypto currency and network; the first one until another is chosen. */
  asset?: string | undefined;
}

interface TopUpFormOptions {
  services: readonly Service[];
  limits: AmountLimits;
  /** The service that the URL names. */
  chosen: string | undefined;
  /** A top-up of an earlier page whose outcome is not known. */
  unconfirmed: TopUpRequest | null;
  /** What was typed before the page was reloaded. */
  typed: TopUpValues | null;
  onReady: (request: TopUpRequest) => void;
}

/** The form's state. The service named in the URL is chosen already, and so is the only service of an account. */
export function useTopUpForm(options: TopUpFormOptions): FormState<TopUpValues> {
  const { services, limits, chosen, unconfirmed, typed, onReady } = options;
  const { dateLocale } = useFormat();
  const schema = useMemo(
    () =>
      v.object({
        service_id: v.pipe(v.string(), v.nonEmpty('service_required')),
        amount: amountTextSchema(dateLocale, limits),
        method: v.picklist(topUpMethods),
        asset: v.optional(v.string()),
      }),
    [dateLocale, limits],
  );
  const only = services.length === 1 ? services[0] : undefined;
  const first = services.find(({ service_id }) => service_id === chosen) ?? only;
  return useForm<TopUpValues, typeof schema>({
    schema,
    initial:
      unconfirmed === null
        ? (typed ?? { service_id: first?.service_id ?? '', amount: '', method: 'bank_transfer' })
        : { ...unconfirmed, amount: writeAmount(unconfirmed.amount, dateLocale) },
    issueParams: ({ service_id }) => ({
      min: limits.min,
      max: limits.max,
      currency: currencyOf(services, service_id),
    }),
    onSubmit: async ({ asset, ...request }) =>
      onReady(request.method === 'crypto' ? { ...request, asset } : request),
  });
}

/** The currency of the chosen service; an account has one currency, so the first service's while none is chosen. */
function currencyOf(services: readonly Service[], serviceId: string): string {
  const service = services.find(({ service_id }) => service_id === serviceId) ?? services[0];
  return service?.currency ?? 'eur';
}

interface TopUpFormProps {
  form: FormState<TopUpValues>;
  services: readonly Service[];
  limits: AmountLimits;
  hasCrypto: boolean;
}

/** Which service, how much, how it will be paid, and what that costs. */
export function TopUpForm({ form, services, limits, hasCrypto }: TopUpFormProps) {
  const { t } = useTranslation('financesTopUpBalanceSidebar');
  const format = useFormat();
  const { service_id, amount, method } = form.values;
  const currency = currencyOf(services, service_id);
  const service = services.find((one) => one.service_id === service_id);
  const presets = presetsWithin(limits);
  const reading = readAmount(amount, format.dateLocale, limits);
  const quote = useTopUpQuote({ service_id, amount: reading.isValid ? reading.amount : null, method });
  const options = services.map(({ service_id: value, type }) => ({
    value,
    title: isOneOf(serviceTypes, type) ? t(`service.${type}`) : type,
  }));
  const methodOf = (value: TopUpMethod, description: string, icon: 'landmark' | 'bitcoin') => ({
    value,
    title: t(`method.${value}`),
    description,
    icon,
  });
  const bank = methodOf('bank_transfer', t('method.bankText'), 'landmark');
  const crypto = methodOf('crypto', t('method.cryptoText'), 'bitcoin');
  const { onValueChange: chooseService, ...serviceField } = form.field('service_id');

  return (
    <Form ref={form.ref} onSubmit={form.submit}>
      <Select
        label={t('service.label')}
        options={options}
        value={serviceField.value}
        error={serviceField.error}
        onChange={chooseService}
        description={service && <AvailableHint service={service} />}
      />
      <Stack gap="3">
        <AmountField
          {...form.field('amount')}
          label={t('amount.label')}
          description={t('amount.hint', {
            min: format.money(limits.min, currency),
            max: format.money(limits.max, currency),
          })}
          currency={currency}
        />
        <Inline gap="2" role="group" aria-label={t('amount.presets')}>
          {presets.map((preset) => (
            <Button
              key={preset}
              theme="outline"
              size="small"
              aria-pressed={isSameAmount(amount, preset, format.dateLocale)}
              onClick={() => form.set({ amount: preset.replace(/\.00$/, '') })}
            >
              {format.money(preset, currency, { scale: 0 })}
            </Button>
          ))}
        </Inline>
      </Stack>
      <RadioCards<TopUpMethod>
        label={t('method.label')}
        options={hasCrypto ? [bank, crypto] : [bank]}
        value={method}
        onChange={(chosen) => form.set({ method: chosen })}
      />
      {method === 'crypto' && (
        <CryptoChoice
          options={quote.quote?.crypto_options ?? []}
          value={form.values.asset}
          onChange={(asset) => form.set({ asset })}
        />
      )}
      {service !== undefined && <TopUpQuotePanel state={quote} />}
      <FormActions>
        <Button type="submit" loading={form.isSubmitting}>
          {t('review.continue')}
        </Button>
      </FormActions>
    </Form>
  );
}

/** The suggested amounts that the limits allow. */
function presetsWithin({ min, max }: AmountLimits): string[] {
  return defaultTopUpLimits.presets.filter(
    (preset) => compareDecimals(preset, min) >= 0 && compareDecimals(preset, max) <= 0,
  );
}

function isSameAmount(text: string, preset: string, locale: string): boolean {
  const [whole, cents = ''] = (decimalOf(text, locale) ?? '').split('.');
  return `${whole}.${cents.padEnd(2, '0')}` === preset;
}

/** What is available of the service that is being topped up, as in the header. */
function AvailableHint({ service }: { service: Service }) {
  const { t } = useTranslation('financesTopUpBalanceSidebar');
  const format = useFormat();
  const { available } = useServiceBalance(service);
  if (available === null) return t('service.balanceUnknown');
  return t('service.available', { amount: format.money(available, service.currency) });
}
