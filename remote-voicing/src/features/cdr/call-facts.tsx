import { type Cdr, calledNumberTypes, hangupSources } from '@portal/contract/cdr';
import { directions } from '@portal/contract/messages';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { Card, CountryName, DetailList, PhoneNumber } from '@portal/shared/ui';

/** Who called whom, and what the network said about it. */
export function CallFacts({ call }: { call: Cdr }) {
  const { t } = useTranslation('voicingCdrs');
  const format = useFormat();
  const direction = directions.find((known) => known === call.direction);
  const numberType = calledNumberTypes.find((known) => known === call.number_type);
  const hangup = hangupSources.find((known) => known === call.hangup_source);
  return (
    <Card title={t('details.outcome')} headingLevel={3}>
      <DetailList
        items={[
          {
            term: t('details.direction'),
            description: direction ? t(`direction.${direction}`) : call.direction,
          },
          { term: t('details.from'), description: <PhoneNumber number={call.number_from} copyable /> },
          { term: t('details.to'), description: <PhoneNumber number={call.number_to} copyable /> },
          { term: t('details.country'), description: <CountryName code={call.country} /> },
          call.destination !== null && { term: t('details.destination'), description: call.destination },
          call.number_type !== null && {
            term: t('details.numberType'),
            description: numberType ? t(`numberType.${numberType}`) : call.number_type,
          },
          call.sip_code !== null && {
            term: t('details.sip'),
            description: [call.sip_code, call.sip_reason].filter((part) => part !== null).join(' '),
          },
          call.q850_cause !== null && {
            term: t('details.q850'),
            description: <Cause code={call.q850_cause} />,
          },
          call.hangup_source !== null && {
            term: t('details.hangup'),
            description: hangup ? t(`hangup.${hangup}`) : call.hangup_source,
          },
          call.pdd_ms !== null && {
            term: t('details.pdd'),
            description: t('details.milliseconds', { number: format.number(call.pdd_ms) }),
          },
          call.mos !== null && {
            term: t('details.mos'),
            description: format.number(call.mos, { maximumFractionDigits: 1 }),
          },
          call.codec !== null && { term: t('details.codec'), description: call.codec },
        ]}
      />
    </Card>
  );
}

/** The causes of ITU-T Q.850 that voice networks send in practice; others stay a bare number. */
const causes = [
  '1',
  '16',
  '17',
  '18',
  '19',
  '20',
  '21',
  '22',
  '27',
  '28',
  '31',
  '34',
  '38',
  '41',
  '42',
  '47',
  '102',
  '127',
] as const;

function Cause({ code }: { code: number }) {
  const { t } = useTranslation('voicingCdrs');
  const known = causes.find((cause) => cause === String(code));
  return known ? t('details.q850Known', { code, text: t(`cause.${known}`) }) : String(code);
}
