import { defaultTopUpLimits } from '@portal/contract/payments';
import { type Service, serviceTypes } from '@portal/contract/services';
import type { FormState } from '@portal/shared/form';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { Button, Form, FormActions, Inline, RadioCards, Select, Stack } from '@portal/shared/ui';
import { AmountField } from '../../amount/amount-field.tsx';
import { decimalOf } from '../../amount/amount-input.ts';
import { ServiceBalanceHint } from './service-balance-hint.tsx';
import type { TopUpMethod } from './top-up-draft.ts';
import { currencyOf, type TopUpValues } from './use-top-up-form.ts';

interface TopUpFormProps {
  form: FormState<TopUpValues>;
  services: readonly Service[];
  hasCrypto: boolean;
}

/** Which service, how much, and how it will be paid. */
export function TopUpForm({ form, services, hasCrypto }: TopUpFormProps) {
  const { t } = useTranslation('financesTopUpBalanceSidebar');
  const format = useFormat();
  const { service_id, amount, method } = form.values;
  const currency = currencyOf(services, service_id);
  const service = services.find((one) => one.service_id === service_id);
  const { min, max, presets } = defaultTopUpLimits;
  const options = services.map((one) => {
    const type = serviceTypes.find((known) => known === one.type);
    return { value: one.service_id, title: type ? t(`service.${type}`) : one.type };
  });
  const bank = {
    value: 'bank_transfer',
    title: t('method.bank_transfer'),
    description: t('method.bankText'),
    icon: 'landmark',
  } as const;
  const crypto = {
    value: 'crypto',
    title: t('method.crypto'),
    description: t('method.cryptoText'),
    icon: 'bitcoin',
  } as const;
  const { onValueChange: chooseService, ...serviceField } = form.field('service_id');

  return (
    <Form ref={form.ref} onSubmit={form.submit}>
      <Select
        label={t('service.label')}
        options={options}
        value={serviceField.value}
        error={serviceField.error}
        onChange={chooseService}
        description={service && <ServiceBalanceHint service={service} />}
      />
      <Stack gap="3">
        <AmountField
          {...form.field('amount')}
          label={t('amount.label')}
          description={t('amount.hint', {
            min: format.money(min, currency),
            max: format.money(max, currency, { scale: 0 }),
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
      <FormActions>
        <Button type="submit" loading={form.isSubmitting}>
          {t('review.continue')}
        </Button>
      </FormActions>
    </Form>
  );
}

function isSameAmount(text: string, preset: string, locale: string): boolean {
  const [whole, cents = ''] = (decimalOf(text, locale) ?? '').split('.');
  return `${whole}.${cents.padEnd(2, '0')}` === preset;
}
