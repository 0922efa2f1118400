import type { OpenSession } from '@portal/contract/security';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { Button, StatusBadge } from '@portal/shared/ui';
import classes from './security.module.css';
import { useSessionName } from './use-session-name.ts';

interface SessionItemProps {
  session: OpenSession;
  onEnd: () => void;
}

/** One open session: what it runs on, from where and since when. */
export function SessionItem({ session, onEnd }: SessionItemProps) {
  const { t } = useTranslation('profileSecuritySidebar');
  const { date, dateTime, relativeTime } = useFormat();
  const name = useSessionName()(session);
  const { current, device, ip, created, last_seen: lastSeen } = session;
  return (
    <li className={classes['session']}>
      <div className={classes['what']}>
        <strong>{name}</strong>
        {current && <StatusBadge tone="success">{t('sessions.current')}</StatusBadge>}
        <span className={classes['detail']}>
          {[t(`sessions.${device === 'unknown' ? 'device' : device}`), ip]
            .filter((part) => part !== null)
            .join(' · ')}
        </span>
        <span className={classes['detail']} title={dateTime(lastSeen)}>
          {current ? t('sessions.now') : t('sessions.last', { when: relativeTime(lastSeen) })}
        </span>
        <span className={classes['detail']}>{t('sessions.since', { date: date(created) })}</span>
      </div>
      {!current && (
        <Button size="small" theme="outline" aria-label={t('sessions.endOf', { what: name })} onClick={onEnd}>
          {t('sessions.end')}
        </Button>
      )}
    </li>
  );
}
