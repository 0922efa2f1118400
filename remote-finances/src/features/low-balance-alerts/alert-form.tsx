import { isOneOf } from '@portal/contract/response-member';
import { type Service, serviceTypes } from '@portal/contract/services';
import { defaultThresholdLimits } from '@portal/contract/threshold';
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
import { AmountField, writeAmount } from '../../amount-field.tsx';
import { BalanceAmount, useServiceBalance } from '../../service-balance.tsx';
import { type AlertValues, alertFormSchema, useSaveThreshold } from './threshold.ts';

/** The alert of one service; each service's alert is saved on its own. */
export function AlertForm({ service }: { service: Service }) {
  const { t } = useTranslation('financesLowBalanceAlertsSidebar');
  const { money, dateLocale } = useFormat();
  const { available, daysLeft } = useServiceBalance(service);
  const save = useSaveThreshold();
  const title = isOneOf(serviceTypes, service.type) ? t(`service.${service.type}`) : service.type;
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
      const limit = saved.threshold_balance ?? saved.threshold_amount;
      form.reset({
        threshold_enabled: saved.threshold_enabled,
        threshold_balance: limit === null ? '' : writeAmount(limit, dateLocale),
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
          label={t('plate.available')}
          value={<BalanceAmount amount={available} currency={currency} />}
          hint={
            <>
              <DaysLeft days={available?.startsWith('-') ? null : daysLeft} />
              <AlertState service={service} />
            </>
          }
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

/** Says how long the available amount lasts; nothing if that is unknown. */
function DaysLeft({ days }: { days: number | null }) {
  const { t } = useTranslation('financesLowBalanceAlertsSidebar');
  const { number } = useFormat();
  if (days === null) return null;
  const text = days === 0 ? t('plate.lessThanDay') : t('plate.days', { count: days, number: number(days) });
  return (
    <p>
      {t('plate.daysLeft')}: {text}
    </p>
  );
}

/** Describes what the saved alert of a service will do. */
function AlertState({ service }: { service: Service }) {
  const { t } = useTranslation('financesLowBalanceAlertsSidebar');
  const { money } = useFormat();
  const amount = service.threshold_amount ?? service.threshold_balance;
  if (!service.threshold_enabled || amount === null) return t('state.off');
  const limit = money(amount, service.currency);
  return service.threshold_state === 'triggered'
    ? t('state.triggered', { limit })
    : t('state.armed', { limit });
}
