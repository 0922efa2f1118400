import type { Profile } from '@portal/contract/profile';
import type { Service } from '@portal/contract/services';
import { type ActionRole, useAction } from '@portal/shared/area';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { useProfile, useServices } from '@portal/shared/session';
import { Button, NotificationBox, Stack } from '@portal/shared/ui';

/** The account's notices; undefined while they are loading, and none when that has failed. */
export function useNotices(): readonly Notice[] | undefined {
  const profile = useProfile();
  const services = useServices();
  if (profile.data !== undefined && services.data !== undefined)
    return findNotices(profile.data, services.data.services);
  return profile.isError || services.isError ? [] : undefined;
}

/** The notification section: each notice with a button that opens what resolves it, if an area offers that. */
export function Notifications({ notices }: { notices: readonly Notice[] }) {
  const { t } = useTranslation('welcome');
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

/** Something that the customer should know or do. Texts are keys of the namespace `welcome`. */
export interface Notice {
  id: string;
  tone: 'error' | 'warning' | 'info';
  text: 'emailNotConfirmed' | 'notConfigured' | 'balanceNegative' | 'balanceLow';
  serviceType?: Service['type'];
  amount?: { value: string; currency: string };
  threshold?: { value: string; currency: string };
  /** The action that resolves the notice, shown if an area offers the role, and the parameters of its sidebar. */
  action: { text: 'finish' | 'topUp'; role: ActionRole; params?: Record<string, string> };
}

const urgency = { error: 0, warning: 1, info: 2 };

/** The notices for a profile and its services, the most urgent first. Every page has a banner about suspensions. */
export function findNotices(profile: Profile, services: readonly Service[]): Notice[] {
  const notices = [...profileNotices(profile), ...services.flatMap(serviceNotices)];
  return notices.toSorted((a, b) => urgency[a.tone] - urgency[b.tone]);
}

function profileNotices(profile: Profile): Notice[] {
  const quickStart = { text: 'finish', role: 'account-setup' } as const;
  const notices: Notice[] = [];
  if (!profile.confirmed)
    notices.push({ id: 'email', tone: 'warning', text: 'emailNotConfirmed', action: quickStart });
  if (!(profile.configured && profile.address))
    notices.push({ id: 'setup', tone: 'info', text: 'notConfigured', action: quickStart });
  return notices;
}

function serviceNotices(service: Service): Notice[] {
  const { service_id: id, type: serviceType, currency, available, balance } = service;
  const params = { service_id: id };
  const topUp = { text: 'topUp', role: 'top-up', params } as const;
  const notices: Notice[] = [];
  // What the header shows: a balance below zero within a credit limit is in order.
  const left = available ?? balance;
  if (left === null) return notices;
  const amount = { value: left, currency };
  if (left.startsWith('-')) {
    const notice = { id: `negative-${id}`, tone: 'error', text: 'balanceNegative' } as const;
    notices.push({ ...notice, serviceType, amount, action: topUp });
  } else if (service.threshold_state === 'triggered' && service.threshold_amount !== null) {
    const threshold = { value: service.threshold_amount, currency };
    const notice = { id: `low-${id}`, tone: 'warning', text: 'balanceLow' } as const;
    notices.push({ ...notice, serviceType, amount, threshold, action: topUp });
  }
  return notices;
}
