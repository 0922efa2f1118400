import { decimalSchema } from '@portal/contract/money';
import { ApiError } from '@portal/shared/api';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { NotificationBox } from '@portal/shared/ui';
import * as v from 'valibot';

const existingSchema = v.object({
  payment_id: v.string(),
  number: v.string(),
  amount: decimalSchema,
  currency: v.string(),
  created: v.string(),
});
export type ExistingTopUp = v.InferOutput<typeof existingSchema>;

/** The equal top-up because of which the server has created none; null after any other outcome. */
export function existingTopUp(error: unknown): ExistingTopUp | null {
  if (!(error instanceof ApiError && error.code === 'top_up_exists')) return null;
  const params = v.safeParse(existingSchema, error.params);
  return params.success ? params.output : null;
}

export function ExistingTopUpNotice({ topUp }: { topUp: ExistingTopUp }) {
  const { t } = useTranslation('financesTopUpBalanceSidebar');
  const { money, dateTime } = useFormat();
  const { amount, currency, created, number } = topUp;
  return (
    <NotificationBox live>
      {t('existing.text', { amount: money(amount, currency), time: dateTime(created), number })}
    </NotificationBox>
  );
}
