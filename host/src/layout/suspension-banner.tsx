import { useAction } from '@portal/shared/area';
import { useTranslation } from '@portal/shared/i18n';
import { useProfile, useServices } from '@portal/shared/session';
import { Button, NotificationBox, Stack } from '@portal/shared/ui';
import classes from './main-content.module.css';

/** Says on every page that the account, or one of its services, is suspended, and offers to pay. */
export function SuspensionBanner() {
  const { t } = useTranslation('common');
  const profile = useProfile();
  const services = useServices();
  const topUp = useAction('top-up');
  const contact = useAction('support');
  const isAccount = profile.data?.status === 'suspended';
  const suspended = services.data?.services.filter(
    ({ status }) => status === 'suspended' || status === 'blocked',
  );
  const notices = isAccount
    ? [{ id: 'account', title: t('shell.suspended.account'), params: {} }]
    : (suspended ?? []).map(({ service_id, type }) => ({
        id: service_id,
        title: t(type === 'voicing' ? 'shell.suspended.voicing' : 'shell.suspended.messaging'),
        params: { service_id },
      }));
  if (notices.length === 0) return null;
  return (
    <section className={classes['banner']} aria-label={t('shell.suspended.label')}>
      <Stack gap="3">
        {notices.map(({ id, title, params }) => (
          <NotificationBox
            key={id}
            tone="error"
            title={title}
            actions={
              <>
                {topUp && (
                  <Button size="small" onClick={() => topUp(params)}>
                    {t('shell.suspended.topUp')}
                  </Button>
                )}
                {contact && (
                  <Button size="small" theme="outline" onClick={() => contact({ category: 'billing' })}>
                    {t('shell.suspended.contact')}
                  </Button>
                )}
              </>
            }
          >
            {t('shell.suspended.text')}
          </NotificationBox>
        ))}
      </Stack>
    </section>
  );
}
