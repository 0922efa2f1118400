import type { Message } from '@portal/contract/messages';
import { useTranslation } from '@portal/shared/i18n';
import { Card, CopyButton, DetailList, Inline } from '@portal/shared/ui';

/** What the carrier said about a message that did not arrive; nothing where it said nothing. */
export function MessageFailure({ message }: { message: Message }) {
  const { t } = useTranslation('messagingHistory');
  const { error_code: code, error_name: name, error_permanent: isPermanent } = message;
  if (code === null && name === null) return null;
  return (
    <Card title={t('failure.title')} headingLevel={3}>
      <DetailList
        items={[
          name !== null && { term: t('failure.name'), description: name },
          code !== null && { term: t('failure.code'), description: <ErrorCode code={code} /> },
          isPermanent !== null && {
            term: t('failure.lasting'),
            description: t(isPermanent ? 'failure.permanent' : 'failure.temporary'),
          },
        ]}
      />
    </Card>
  );
}

function ErrorCode({ code }: { code: string }) {
  return (
    <Inline gap="1">
      <code>{code}</code>
      <CopyButton text={code} />
    </Inline>
  );
}
