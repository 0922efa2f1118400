import type { Profile } from '@portal/contract/profile';
import type { Service } from '@portal/contract/services';
import type { ActionRole } from '@portal/shared/area';

/** Something that the customer should know or do. Texts are keys of the namespace `welcome`. */
export interface Notice {
  id: string;
  tone: 'error' | 'warning' | 'info';
  text: 'emailNotConfirmed' | 'notConfigured' | 'suspended' | 'balanceNegative' | 'balanceLow';
  serviceType?: Service['type'];
  amount?: { value: string; currency: string };
  threshold?: { value: string; currency: string };
  /** The action that resolves the notice, shown if an area offers the role, and the parameters of its sidebar. */
  action: { text: 'finish' | 'topUp' | 'contact'; role: ActionRole; params?: Record<string, string> };
}

const urgency = { error: 0, warning: 1, info: 2 };

/** The notices for a profile and its services, the most urgent first. */
export function findNotices(profile: Profile, services: readonly Service[]): Notice[] {
  const notices = [...profileNotices(profile), ...services.flatMap(serviceNotices)];
  return notices.toSorted((a, b) => urgency[a.tone] - urgency[b.tone]);
}

function profileNotices(profile: Profile): Notice[] {
  const quickStart = { text: 'finish', role: 'account-setup' } as const;
  const notices: Notice[] = [];
  if (!profile.confirmed)
    notices.push({ id: 'email', tone: 'warning', text: 'emailNotConfirmed', action: quickStart });
  if (!profile.configured)
    notices.push({ id: 'setup', tone: 'info', text: 'notConfigured', action: quickStart });
  return notices;
}

function serviceNotices(service: Service): Notice[] {
  const { service_id: id, type: serviceType, currency, balance } = service;
  const params = { service_id: id };
  const topUp = { text: 'topUp', role: 'top-up', params } as const;
  const notices: Notice[] = [];
  if (service.status === 'suspended' || service.status === 'blocked') {
    const action = { text: 'contact', role: 'support' } as const;
    notices.push({ id: `suspended-${id}`, tone: 'error', text: 'suspended', serviceType, action });
  }
  if (balance === null) return notices;
  const amount = { value: balance, currency };
  if (balance.startsWith('-')) {
    notices.push({
      id: `negative-${id}`,
      tone: 'error',
      text: 'balanceNegative',
      serviceType,
      amount,
      action: topUp,
    });
  } else if (service.threshold_state === 'triggered' && service.threshold_amount !== null) {
    const threshold = { value: service.threshold_amount, currency };
    notices.push({
      id: `low-${id}`,
      tone: 'warning',
      text: 'balanceLow',
      serviceType,
      amount,
      threshold,
      action: topUp,
    });
  }
  return notices;
}
