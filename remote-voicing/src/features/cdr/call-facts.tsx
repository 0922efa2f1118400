import { type Cdr, calledNumberTypes, hangupSources } from '@portal/contract/cdr';
import { directions } from '@portal/contract/messages';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { Card, Copyable, CountryName, DateTime, DetailList, PhoneNumber, Stack } from '@portal/shared/ui';
import classes from './cdr.module.css';

/** When the call started, was answered and ended, and how long it rang and lasted. */
export function CallTiming({ call }: { call: Cdr }) {
  const { t } = useTranslation('voicingCdrs');
  return (
    <Card title={t('details.progress')} headingLevel={3}>
      <Stack>
        <TimingBar ring={call.ring_seconds ?? 0} talk={call.duration_seconds} />
        <DetailList
          items={[
            { term: t('details.started'), description: <DateTime value={call.started} seconds /> },
            call.answered !== null && {
              term: t('details.answered'),
              description: <DateTime value={call.answered} seconds />,
            },
            call.ended !== null && {
              term: t('details.ended'),
              description: <DateTime value={call.ended} seconds />,
            },
          ]}
        />
      </Stack>
    </Card>
  );
}

function TimingBar({ ring, talk }: { ring: number; talk: number }) {
  const { t } = useTranslation('voicingCdrs');
  const format = useFormat();
  const ringShare = ring + talk > 0 ? (100 * ring) / (ring + talk) : 0;
  return (
    <div className={classes['timing']}>
      <svg className={classes['bar']} aria-hidden="true">
        <rect className={classes['phase']} data-phase="none" width="100%" height="100%" />
        {talk > 0 && (
          <rect
            className={classes['phase']}
            data-phase="talk"
            x={`${ringShare}%`}
            width={`${100 - ringShare}%`}
            height="100%"
          />
        )}
        {ring > 0 && (
          <rect className={classes['phase']} data-phase="ring" width={`${ringShare}%`} height="100%" />
        )}
      </svg>
      <ul className={classes['legend']}>
        <li className={classes['entry']} data-phase="ring">
          {t('details.ringing')} <strong>{format.duration(ring)}</strong>
        </li>
        <li className={classes['entry']} data-phase="talk">
          {t('details.talking')} <strong>{format.duration(talk)}</strong>
        </li>
      </ul>
    </div>
  );
}

/** Who called whom, and what the network reported. */
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
            description: [call.sip_code, call.sip_reason].filter((text) => text !== null).join(' '),
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

/** The ITU-T Q.850 causes that voice networks use; other causes are shown as numbers. */
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

/** The ids of the call for support and for the customer's own systems. */
export function CallCodes({ call }: { call: Cdr }) {
  const { t } = useTranslation('voicingCdrs');
  return (
    <Card title={t('details.ids')} headingLevel={3}>
      <DetailList
        items={[
          {
            term: t('details.cdrId'),
            description: <Copyable code text={call.cdr_id} label={t('details.copyCdrId')} />,
          },
          call.call_id !== null && {
            term: t('details.callId'),
            description: <Copyable code text={call.call_id} label={t('details.copyCallId')} />,
          },
        ]}
      />
    </Card>
  );
}
