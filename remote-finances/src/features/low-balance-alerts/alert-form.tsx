import { type Service, serviceTypes } from '@portal/contract/services';
import { defaultThresholdLimits } from '@portal/contract/threshold-amount';
import { useUnsavedChanges } from '@portal/shared/area';
import { useForm } from '@portal/shared/form';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import {
  Button,
  Card,
  Checkbox,
  FailureNotice,
  Form,
  FormActions,
  Stack,
  Stat,
  toast,
} from '@portal/shared/ui';
import { useMemo } from 'react';
import { AmountField } from '../../amount/amount-field.tsx';
import { writeAmount } from '../../amount/amount-input.ts';
import { BalanceAmount } from '../../services/balance-amount.tsx';
import { useServiceBalance } from '../../services/use-service-balance.ts';
import { type AlertValues, alertFormSchema } from './alert-form-schema.ts';
import { AlertState } from './alert-state.tsx';
import { useSaveThreshold } from './use-save-threshold.ts';

/** The alert of one service, saved by itself. */
export function AlertForm({ service }: { service: Service }) {
  const { t } = useTranslation('financesLowBalanceAlertsSidebar');
  const { money, dateLocale } = useFormat();
  const { balance } = useServiceBalance(service);
  const save = useSaveThreshold();
  const type = serviceTypes.find((known) => known === service.type);
  const title = type ? t(`service.${type}`) : service.type;
  const { min, max } = defaultThresholdLimits;
  const { currency, service_id, threshold_enabled } = service;
  const amount = service.threshold_amount ?? service.threshold_balance;

  const schema = useMemo(() => alertFormSchema(dateLocale), [dateLocale]);
  const form = useForm<AlertValues, typeof schema>({
    schema,
    initial: { threshold_enabled, threshold_balance: amount === null ? '' : writeAmount(amount, dateLocale) },
    issueParams: () => ({ min, max, currency }),
    onSubmit: async (request) => {
      const saved = await save({ service_id, ...request });
      const kept = saved.threshold_balance ?? saved.threshold_amount;
      form.reset({
        threshold_enabled: saved.threshold_enabled,
        threshold_balance: kept === null ? '' : writeAmount(kept, dateLocale),
      });
      toast({ tone: 'success', text: t('form.saved', { service: title }) });
    },
  });
  useUnsavedChanges(form.isDirty);

  return (
    <Card title={title} headingLevel={3}>
      <Stack gap="4">
        <Stat
          size="small"
          label={t('form.balance')}
          value={<BalanceAmount amount={balance} currency={currency} />}
          hint={<AlertState service={service} />}
        />
        <Form
          ref={form.ref}
          onSubmit={form.submit}
          error={<FailureNotice failure={form.failure} />}
          aria-label={title}
        >
          <Checkbox
            checked={form.values.threshold_enabled}
            onCheckedChange={(isChecked) => form.set({ threshold_enabled: isChecked })}
          >
            {t('form.enable')}
          </Checkbox>
          <AmountField
            {...form.field('threshold_balance')}
            label={t('form.limit')}
            description={t('form.limitHint', {
              min: money(min, currency),
              max: money(max, currency, { scale: 0 }),
            })}
            currency={currency}
            disabled={!form.values.threshold_enabled}
          />
          <FormActions>
            <Button type="submit" size="medium" loading={form.isSubmitting}>
              {t('form.save')}
            </Button>
          </FormActions>
        </Form>
      </Stack>
    </Card>
  );
}
