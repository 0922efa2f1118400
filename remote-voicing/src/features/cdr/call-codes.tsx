import type { Cdr } from '@portal/contract/cdr';
import { useTranslation } from '@portal/shared/i18n';
import { Card, CopyButton, DetailList, Inline } from '@portal/shared/ui';

/** The ids by which support and the customer's own systems find the call. */
export function CallCodes({ call }: { call: Cdr }) {
  const { t } = useTranslation('voicingCdrs');
  return (
    <Card title={t('details.ids')} headingLevel={3}>
      <DetailList
        items={[
          {
            term: t('details.cdrId'),
            description: <Code text={call.cdr_id} label={t('details.copyCdrId')} />,
          },
          call.call_id !== null && {
            term: t('details.callId'),
            description: <Code text={call.call_id} label={t('details.copyCallId')} />,
          },
        ]}
      />
    </Card>
  );
}

function Code({ text, label }: { text: string; label: string }) {
  return (
    <Inline gap="1">
      <code>{text}</code>
      <CopyButton text={text} label={label} />
    </Inline>
  );
}
