import type { Payment } from '@portal/contract/payments';
import { useAction } from '@portal/shared/area';
import { useTranslation } from '@portal/shared/i18n';
import { Button, NotificationBox } from '@portal/shared/ui';
import type { ComponentProps, ReactNode } from 'react';

interface PaymentNoticeProps {
  payment: Payment;
  tone: NonNullable<ComponentProps<typeof NotificationBox>['tone']>;
  /** Whether the customer can only go on with the help of the staff. */
  needsHelp: boolean;
  children: ReactNode;
}

/** What has happened to a payment and what to do, announced when it changes. */
export function PaymentNotice({ payment, tone, needsHelp, children }: PaymentNoticeProps) {
  const { t } = useTranslation('financesTopUpBalanceSidebar');
  const contact = useAction('support');
  return (
    <NotificationBox
      tone={tone}
      live
      actions={
        contact &&
        needsHelp && (
          <Button
            theme="outline"
            size="small"
            icon="headset"
            onClick={() => contact({ category: 'billing', row_id: payment.payment_id })}
          >
            {t('crypto.contact')}
          </Button>
        )
      }
    >
      {children}
    </NotificationBox>
  );
}
