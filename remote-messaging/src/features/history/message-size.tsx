import { type Message, messageEncodings } from '@portal/contract/messages';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { Card, DetailList, Stack } from '@portal/shared/ui';

/** Why the message counts as so many parts: its length in the encoding that its text made necessary. */
export function MessageSize({ message }: { message: Message }) {
  const { t } = useTranslation('messagingHistory');
  const format = useFormat();
  const encoding = messageEncodings.find((known) => known === message.encoding);
  return (
    <Card title={t('size.title')} headingLevel={3}>
      <Stack gap="3">
        <DetailList
          items={[
            message.characters !== null && {
              term: t('size.characters'),
              description: format.number(message.characters),
            },
            message.encoding !== null && {
              term: t('size.encoding'),
              description: encoding ? t(`size.${encoding}`) : message.encoding,
            },
            { term: t('size.parts'), description: format.number(message.parts) },
          ]}
        />
        {encoding && <p>{t(`size.${encoding}Text`)}</p>}
      </Stack>
    </Card>
  );
}
