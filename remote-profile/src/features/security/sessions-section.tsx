import type { OpenSession } from '@portal/contract/security';
import { endOtherSessions, endSession, listSessions } from '@portal/contract/security-endpoints';
import {
  ApiError,
  endpointKey,
  endpointQuery,
  request,
  useMutation,
  useQuery,
  useQueryClient,
} from '@portal/shared/api';
import { useErrorText, useTranslation } from '@portal/shared/i18n';
import { Button, Card, ConfirmDialog, QueryFallback, Stack, toast } from '@portal/shared/ui';
import { useRef, useState } from 'react';
import classes from './security.module.css';
import { SessionItem } from './session-item.tsx';
import { useSessionName } from './use-session-name.ts';

/** Where the customer is logged in, and the way to end it. */
export function SessionsSection() {
  const { t } = useTranslation('profileSecuritySidebar');
  const { errorText } = useErrorText();
  const nameOf = useSessionName();
  const cache = useQueryClient();
  const list = useRef<HTMLDivElement>(null);
  const query = useQuery(endpointQuery(listSessions));
  const [asked, setAsked] = useState<OpenSession | 'others' | null>(null);

  const end = useMutation({
    mutationFn: (which: OpenSession | 'others') =>
      which === 'others'
        ? request(endOtherSessions)
        : request(endSession, { params: { session_id: which.session_id } }).catch(unlessGone),
    onSuccess: async ({ sessions_revoked: count }, which) => {
      await cache.invalidateQueries({ queryKey: endpointKey(listSessions) });
      setAsked(null);
      toast({
        tone: 'success',
        text: which === 'others' ? t('sessions.endedOthers', { count }) : t('sessions.ended'),
      });
      // The button that asked is gone with its session, and the window gives the focus back to it.
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
