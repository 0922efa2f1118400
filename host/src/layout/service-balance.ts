import { isOneOf } from '@portal/contract/response-member';
import { type Service, serviceTypes } from '@portal/contract/services';
import { serverNow, useFormat, useTranslation } from '@portal/shared/i18n';
import { useEffect, useState } from 'react';

/** How urgently a service must be topped up: 0 nothing is left, 1 little, 2 enough. */
export function urgencyOf(service: Service): 0 | 1 | 2 {
  const left = service.available ?? service.balance;
  if (left?.startsWith('-')) return 0;
  const isShort = service.days_left !== null && service.days_left <= daysOfWarning;
  return isShort || service.threshold_state === 'triggered' ? 1 : 2;
}

const daysOfWarning = 3;

/** Says how long a service lasts; null when that is unknown or nothing is left. */
export function useDaysLeft(): (service: Service) => string | null {
  const { t } = useTranslation('common');
  const { number } = useFormat();
  return (service) => {
    if (service.days_left === null || urgencyOf(service) === 0) return null;
    const count = service.days_left;
    return count === 0 ? t('balance.lessThanDay') : t('balance.days', { count, number: number(count) });
  };
}

type Translate = ReturnType<typeof useTranslation<'common'>>['t'];

/** The service in the customer's language. */
export function nameOf({ type }: Service, t: Translate): string {
  return isOneOf(serviceTypes, type) ? t(`balance.service.${type}`) : type;
}

const tickMs = 30_000;

/** How long ago a moment was by the server's clock; updated while the page stays open. */
export function useAge(timestamp: string | null): string | null {
  const { relativeTime } = useFormat();
  const [now, setNow] = useState(serverNow);
  // In step with the clock.
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), tickMs);
    return () => clearInterval(timer);
  }, []);
  if (timestamp === null) return null;
  // A response that has just arrived is younger than the last tick.
  return relativeTime(timestamp, new Date(Math.max(now.getTime(), Date.parse(timestamp))));
}
