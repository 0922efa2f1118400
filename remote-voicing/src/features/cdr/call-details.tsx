import type { Cdr } from '@portal/contract/cdr';
import { useAction, useSidebar } from '@portal/shared/area';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { Button, RowDrawer, Stack } from '@portal/shared/ui';
import { knownResult } from '../../calls/call-result.tsx';
import { CallCodes } from './call-codes.tsx';
import { CallFacts } from './call-facts.tsx';
import { CallOutcome } from './call-outcome.tsx';
import { CallPrice } from './call-price.tsx';
import { CallTiming } from './call-timing.tsx';

interface CallDetailsProps {
  serviceId: string;
  /** The call that the address names; undefined while none is open. */
  rowId: string | undefined;
  /** It, if the list has it. */
  call: Cdr | undefined;
  isLoading: boolean;
  onClose: () => void;
}

/** The drawer beside the list: one call in full. */
export function CallDetails({ serviceId, rowId, call, isLoading, onClose }: CallDetailsProps) {
  const { t } = useTranslation('voicingCdrs');
  const { current } = useSidebar();
  return (
    <RowDrawer
      // A support or top-up sidebar, opened from here, takes its place; closing that one leads back.
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
