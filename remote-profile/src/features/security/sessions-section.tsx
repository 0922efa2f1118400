import { endOtherSessions, endSession, listSessions, type OpenSession } from '@portal/contract/access';
import {
  ApiError,
  changeThenReload,
  endpointKey,
  endpointQuery,
  request,
  useMutation,
  useQuery,
  useQueryClient,
} from '@portal/shared/api';
import { useErrorText, useFormat, useTranslation } from '@portal/shared/i18n';
import { Button, Card, ConfirmDialog, QueryFallback, Stack, StatusBadge, toast } from '@portal/shared/ui';
import { useRef, useState } from 'react';
import classes from './security.module.css';

/** The customer's open sessions, with buttons to end them. */
export function SessionsSection() {
  const { t } = useTranslation('profileSecuritySidebar');
  const { errorText } = useErrorText();
  const nameOf = useSessionName();
  const cache = useQueryClient();
  const list = useRef<HTMLDivElement>(null);
  const query = useQuery(endpointQuery(listSessions));
  const [asked, setAsked] = useState<OpenSession | 'others' | null>(null);

  const reload = () => cache.invalidateQueries({ queryKey: endpointKey(listSessions) });
  const end = useMutation({
    mutationFn: (which: OpenSession | 'others') =>
      changeThenReload(
        which === 'others'
          ? request(endOtherSessions)
          : request(endSession, { params: { session_id: which.session_id } }).catch(unlessGone),
        reload,
      ),
    onSuccess: ({ sessions_revoked: count }, which) => {
      setAsked(null);
      toast({
        tone: 'success',
        text: which === 'others' ? t('sessions.endedOthers', { count }) : t('sessions.ended'),
      });
      // The dialog returns the focus to the pressed button, which is gone with its session.
      setTimeout(() => list.current?.focus());
    },
    onError: (error) => {
      setAsked(null);
      toast({ tone: 'error', text: errorText(error) });
    },
  });

  if (query.data === undefined) {
    return (
      <Card title={t('sessions.title')} icon="monitor" headingLevel={3}>
        <QueryFallback query={query} />
      </Card>
    );
  }
  const { sessions } = query.data;
  const isAlone = sessions.every(({ current }) => current);
  const isOthers = asked === 'others';
  return (
    <Card title={t('sessions.title')} icon="monitor" headingLevel={3}>
      <div ref={list} tabIndex={-1} role="group" aria-label={t('sessions.title')}>
        <Stack>
          <ul className={classes['sessions']}>
            {sessions.map((session) => (
              <SessionItem key={session.session_id} session={session} onEnd={() => setAsked(session)} />
            ))}
          </ul>
          {isAlone ? (
            <p>{t('sessions.alone')}</p>
          ) : (
            <Button size="medium" theme="outline" onClick={() => setAsked('others')}>
              {t('sessions.endOthers')}
            </Button>
          )}
        </Stack>
      </div>
      <ConfirmDialog
        isOpen={asked !== null}
        title={isOthers ? t('sessions.askOthers') : t('sessions.askOne')}
        tone="danger"
        confirmText={isOthers ? t('sessions.endOthers') : t('sessions.end')}
        loading={end.isPending}
        onConfirm={() => asked !== null && end.mutate(asked)}
        onCancel={() => setAsked(null)}
      >
        {isOthers || asked === null
          ? t('sessions.askOthersText')
          : t('sessions.askOneText', { what: nameOf(asked) })}
      </ConfirmDialog>
    </Card>
  );
}

// A session that has already expired, or was ended in another tab, needs no request.
function unlessGone(error: unknown): { sessions_revoked: number } {
  if (error instanceof ApiError && error.code === 'not_found') return { sessions_revoked: 0 };
  throw error;
}

interface SessionItemProps {
  session: OpenSession;
  onEnd: () => void;
}

/** One open session: browser and system, address, times. */
function SessionItem({ session, onEnd }: SessionItemProps) {
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
            .filter((text) => text !== null)
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

/** The name that a customer knows a session by: `Firefox 148, Linux`. */
function useSessionName(): (session: OpenSession) => string {
  const { t } = useTranslation('profileSecuritySidebar');
  return ({ browser, system }) =>
    [browser ?? t('sessions.unknown'), system].filter((text) => text !== null).join(', ');
}
