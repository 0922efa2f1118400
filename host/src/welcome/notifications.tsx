import { useAction } from '@portal/shared/area';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { useProfile, useServices } from '@portal/shared/session';
import { Button, NotificationBox, Stack } from '@portal/shared/ui';
import { findNotices, type Notice } from './notices.ts';

/** The notification section: each notice with a button that opens what resolves it, if an area offers that. */
export function Notifications() {
  const { t } = useTranslation('welcome');
  const profile = useProfile();
  const services = useServices();
  if (profile.data === undefined || services.data === undefined) return null;
  const notices = findNotices(profile.data, services.data.services);
  if (notices.length === 0) return null;
  return (
    <section aria-label={t('notifications')}>
      <Stack gap="3">
        {notices.map((notice) => (
          <NoticeBox key={notice.id} notice={notice} />
        ))}
      </Stack>
    </section>
  );
}

function NoticeBox({ notice }: { notice: Notice }) {
  const { t } = useTranslation('welcome');
  const format = useFormat();
  const { text, action } = notice;
  const act = useAction(action.role);
  const money = (amount: Notice['amount']) =>
    amount === undefined ? '' : format.money(amount.value, amount.currency);
  const values = {
    service:
      notice.serviceType === undefined
        ? ''
        : t(notice.serviceType === 'voicing' ? 'service.voicing' : 'service.messaging'),
    amount: money(notice.amount),
    threshold: money(notice.threshold),
  };
  return (
    <NotificationBox
      tone={notice.tone}
      title={t(`notice.${text}.title`, values)}
      actions={
        act && (
          <Button size="small" theme="outline" onClick={() => act(action.params)}>
            {t(`action.${action.text}`)}
          </Button>
        )
      }
    >
      {t(`notice.${text}.text`, values)}
    </NotificationBox>
  );
}
