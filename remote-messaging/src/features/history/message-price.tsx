import type { Message } from '@portal/contract/messages';
import { compareDecimals } from '@portal/contract/money';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { Card, DetailList } from '@portal/shared/ui';

/** The price's arithmetic: what one part costs, times the parts. The sum itself is the server's. */
export function MessagePrice({ message }: { message: Message }) {
  const { t } = useTranslation('messagingHistory');
  const format = useFormat();
  const { price, unit_price: unitPrice, currency } = message;
  return (
    <Card title={t('price.title')} headingLevel={3}>
      {compareDecimals(price, '0') === 0 ? (
        <p>{t(message.is_final ? 'price.free' : 'price.notYet')}</p>
      ) : (
        <DetailList
          items={[
            unitPrice !== null && { term: t('price.unit'), description: format.rate(unitPrice, currency) },
            { term: t('price.times'), description: `× ${format.number(message.parts)}` },
            { term: t('price.total'), description: <strong>{format.rate(price, currency)}</strong> },
          ]}
        />
      )}
    </Card>
  );
}
