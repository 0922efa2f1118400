import type { Cdr } from '@portal/contract/cdr';
import { directions } from '@portal/contract/messages';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import {
  Card,
  Copyable,
  CountryName,
  DateTime,
  DetailList,
  detail,
  PhoneNumber,
  Stack,
} from '@portal/shared/ui';
import { EndedBy, NumberType, PostDialDelay, Quality } from '../../call-values.tsx';
import classes from './cdr.module.css';

/** When the call started, was answered and ended, and how long it rang and lasted. */
export function CallTiming({ call }: { call: Cdr }) {
  const { t } = useTranslation('voicingCdrs');
  const format = useFormat();
  return (
    <Card title={t('details.progress')} headingLevel={3}>
      <Stack>
        <TimingBar ring={call.ring_seconds ?? 0} talk={call.duration_seconds} />
        <DetailList
          items={[
            { term: t('details.started'), description: <DateTime value={call.started} seconds /> },
            detail(t('details.answered'), call.answered, (value) => <DateTime value={value} seconds />),
            detail(t('details.ended'), call.ended, (value) => <DateTime value={value} seconds />),
            {
              term: t('details.timeZone'),
              description: `${format.timeZone}, ${format.zoneOffset(call.started)}`,
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
  const direction = directions.find((known) => known === call.direction);
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
          detail(t('details.destination'), call.destination),
          detail(t('details.numberType'), call.number_type, (type) => <NumberType type={type} />),
          detail(t('details.sip'), call.sip_code, (value) =>
            [value, call.sip_reason].filter((text) => text !== null).join(' '),
          ),
          detail(t('details.q850'), call.q850_cause, (value) => <Cause code={value} />),
          detail(t('details.hangup'), call.hangup_source, (source) => <EndedBy source={source} />),
          detail(t('details.pdd'), call.pdd_ms, (delay) => <PostDialDelay milliseconds={delay} />),
          detail(t('details.mos'), call.mos, (mos) => <Quality mos={mos} />),
          detail(t('details.codec'), call.codec),
        ]}
      />
    </Card>
  );
}

/** The ITU-T Q.850 causes that voice networks use; other causes are shown as numbers. */
const causes = [1, 16, 17, 18, 19, 20, 21, 22, 27, 28, 31, 34, 38, 41, 42, 47, 102, 127] as const;

function Cause({ code }: { code: number }) {
  const { t } = useTranslation('voicingCdrs');
  const known = causes.find((cause) => cause === code);
  return known ? t('details.q850Known', { code, text: t(`cause.${known}`) }) : String(code);
}

/** The ids of the call for support and for the customer's own systems. */
export function CallCodes({ call }: { call: Cdr }) {
  const { t } = useTranslation('voicingCdrs');
  const copied = (term: string, id: string | null, label: string) =>
    detail(term, id, (text) => <Copyable code text={text} label={label} />);
  return (
    <Card title={t('details.ids')} headingLevel={3}>
      <DetailList
        items={[
          copied(t('details.cdrId'), call.cdr_id, t('details.copyCdrId')),
          copied(t('details.callId'), call.call_id, t('details.copyCallId')),
        ]}
      />
    </Card>
  );
}
