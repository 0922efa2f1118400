import type { Message } from '@portal/contract/messages';
import { useTranslation } from '@portal/shared/i18n';
import { Card, CopyButton, DetailList, Inline } from '@portal/shared/ui';
import { useCarrierError } from '../../messages/use-carrier-error.ts';

/** What the carrier said about a message that did not arrive; nothing where it said nothing. */
export function MessageFailure({ message }: { message: Message }) {
  const { t } = useTranslation('messagingHistory');
  const reasonOf = useCarrierError();
  const { error_code: code, error_name: name, error_permanent: isPermanent } = message;
  if (code === null && name === null) return null;
  return (
    <Card title={t('failure.title')} headingLevel={3}>
      <DetailList
        items={[
          { term: t('failure.reason'), description: reasonOf(name, code) },
          name !== null && { term: t('failure.name'), description: <Code text={name} /> },
          code !== null && { term: t('failure.code'), description: <Code text={code} /> },
          isPermanent !== null && {
            term: t('failure.lasting'),
            description: t(isPermanent ? 'failure.permanent' : 'failure.temporary'),
          },
        ]}
      />
    </Card>
  );
}

function Code({ text }: { text: string }) {
  return (
    <Inline gap="1">
      <code>{text}</code>
      <CopyButton text={text} />
    </Inline>
  );
}
