import type { Cdr } from '@portal/contract/cdr';
import { useAction, useSidebar } from '@portal/shared/area';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { Button, NotificationBox, RowDrawer, Stack } from '@portal/shared/ui';
import { knownResult, toneOfResult } from '../../calls/call-result.tsx';
import { CallCodes, CallFacts, CallTiming } from './call-facts.tsx';
import { CallPrice } from './call-price.tsx';

interface CallDetailsProps {
  serviceId: string;
  /** The id in the address; undefined while the drawer is closed. */
  rowId: string | undefined;
  /** The call with that id; undefined if the list does not have it. */
  call: Cdr | undefined;
  isLoading: boolean;
  onClose: () => void;
}

/** The drawer with all details of one call. */
export function CallDetails({ serviceId, rowId, call, isLoading, onClose }: CallDetailsProps) {
  const { t } = useTranslation('voicingCdrs');
  const { current } = useSidebar();
  return (
    <RowDrawer
      // A support or top-up sidebar opened from the drawer replaces it until it is closed.
      isOpen={rowId !== undefined && current === null}
      title={t('details.title')}
      row={call}
      isLoading={isLoading}
      onClose={onClose}
      footer={(call) => <ReportProblem call={call} serviceId={serviceId} />}
    >
      {(call) => (
        <Stack gap="6">
          <CallOutcome call={call} serviceId={serviceId} />
          <CallTiming call={call} />
          <CallFacts call={call} />
          <CallPrice call={call} />
          <CallCodes call={call} />
        </Stack>
      )}
    </RowDrawer>
  );
}

/** Explains how the call ended and what the customer can do about it. */
function CallOutcome({ call, serviceId }: { call: Cdr; serviceId: string }) {
  const { t } = useTranslation('voicingCdrs');
  const openTopUp = useAction('top-up');
  const result = knownResult(call.result) ?? 'other';
  const tone = toneOfResult(call.result);
  const topUp = openTopUp && (
    <Button size="small" icon="wallet" onClick={() => openTopUp({ service_id: serviceId })}>
      {t('details.topUp')}
    </Button>
  );
  return (
    <NotificationBox
      tone={tone === 'neutral' ? 'info' : tone}
      title={t(`meaning.${result}`)}
      actions={call.result === 'blocked_balance' && topUp}
    >
      {t(`advice.${result}`)}
    </NotificationBox>
  );
}

function ReportProblem({ call, serviceId }: { call: Cdr; serviceId: string }) {
  const { t } = useTranslation('voicingCdrs');
  const format = useFormat();
  const contact = useAction('support');
  if (contact === undefined) return null;

  const handleReport = () => {
    const result = knownResult(call.result);
    const facts = {
      id: call.cdr_id,
      from: call.number_from,
      to: call.number_to,
      time: format.dateTime(call.started, { seconds: true }),
      result: result ? t(`result.${result}`) : call.result,
    };
    contact({
      category: 'voicing',
      subject: t('problem.subject', facts),
      body: t('problem.body', facts),
      service_id: serviceId,
      row_id: call.cdr_id,
    });
  };
  return (
    <Button theme="outline" icon="headset" full onClick={handleReport}>
      {t('details.report')}
    </Button>
  );
}
