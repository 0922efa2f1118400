import { isOneOf } from '@portal/contract/response-member';
import { testEventType } from '@portal/contract/webhook-deliveries';
import { type WebhookEventType, webhookEventTypes } from '@portal/contract/webhooks';
import { useTranslation } from '@portal/shared/i18n';

const keys = {
  'balance.low': 'balanceLow',
  'payment.credited': 'paymentCredited',
  'invoice.issued': 'invoiceIssued',
  'message.delivery_report': 'deliveryReport',
} as const satisfies Record<WebhookEventType, string>;

/** The key of an event's name in the translations. */
export function eventKey(type: WebhookEventType): (typeof keys)[WebhookEventType] {
  return keys[type];
}

/** Names events: "Payment credited"; those of a later release by their type. */
export function useEventName(): (type: string) => string {
  const { t } = useTranslation('profileWebhookSidebar');
  return (type) => {
    if (type === testEventType) return t('event.test');
    return isOneOf(webhookEventTypes, type) ? t(`event.${eventKey(type)}`) : type;
  };
}
