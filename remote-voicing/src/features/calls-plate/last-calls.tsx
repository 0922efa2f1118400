import type { Cdr } from '@portal/contract/cdr';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import {
  addDays,
  DateTime,
  Duration,
  Icon,
  QueryFallback,
  Skeleton,
  TextLink,
  todayIn,
} from '@portal/shared/ui';
import { CallResultBadge } from '../../calls/call-result.tsx';
import { useCdrs } from '../../calls/use-cdrs.ts';
import { paths } from '../../paths.ts';
import classes from './last-calls.module.css';

const shownCalls = 5;

/** The five latest calls of the last seven days; each leads to its details. */
export function LastCalls({ serviceId }: { serviceId: string }) {
  const { t } = useTranslation('voicingCdrs');
  const end_date = todayIn(useFormat().timeZone);
  const start_date = addDays(end_date, -6);
  const period = { start_date, end_date };
  const page = useCdrs(serviceId, { ...period, limit: 10 });
  if (page.data === undefined)
    return <QueryFallback query={page} loading={<Skeleton lines={shownCalls} />} />;
  const calls = page.data.items.slice(0, shownCalls);
  return (
    <section className={classes['section']}>
      <h3>{t('plate.caption')}</h3>
      {calls.length === 0 ? (
        <p className={classes['quiet']}>{t('plate.noCalls')}</p>
      ) : (
        <ul className={classes['calls']}>
          {calls.map((call) => (
            <CallEntry key={call.cdr_id} call={call} href={paths.cdr({ ...period, row: call.cdr_id })} />
          ))}
        </ul>
      )}
    </section>
  );
}

function CallEntry({ call, href }: { call: Cdr; href: string }) {
  const { t } = useTranslation('voicingCdrs');
  const isInbound = call.direction === 'inbound';
  return (
    <li className={classes['call']}>
      {isInbound ? (
        <Icon name="phone-incoming" label={t('direction.inbound')} />
      ) : (
        <Icon name="phone-outgoing" label={t('direction.outbound')} />
      )}
      <TextLink href={href} className={classes['number']}>
        {isInbound ? call.number_from : call.number_to}
      </TextLink>
      <span className={classes['result']}>
        <CallResultBadge result={call.result} />
      </span>
      <span className={classes['time']}>
        <DateTime value={call.started} />
      </span>
      <span className={classes['duration']}>
        <Duration seconds={call.duration_seconds} />
      </span>
    </li>
  );
}
