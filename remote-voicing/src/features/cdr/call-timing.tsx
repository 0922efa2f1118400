import type { Cdr } from '@portal/contract/cdr';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { Card, DateTime, DetailList, Stack } from '@portal/shared/ui';
import classes from './call-timing.module.css';

/** When the call started, was answered and ended, with the shares of ringing and talking drawn to scale. */
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
        <rect className={classes['part']} data-part="none" width="100%" height="100%" />
        {talk > 0 && (
          <rect
            className={classes['part']}
            data-part="talk"
            x={`${ringShare}%`}
            width={`${100 - ringShare}%`}
            height="100%"
          />
        )}
        {ring > 0 && (
          <rect className={classes['part']} data-part="ring" width={`${ringShare}%`} height="100%" />
        )}
      </svg>
      <ul className={classes['legend']}>
        <li className={classes['entry']} data-part="ring">
          {t('details.ringing')} <strong>{format.duration(ring)}</strong>
        </li>
        <li className={classes['entry']} data-part="talk">
          {t('details.talking')} <strong>{format.duration(talk)}</strong>
        </li>
      </ul>
    </div>
  );
}
