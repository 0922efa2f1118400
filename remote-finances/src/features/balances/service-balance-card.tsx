import { isOneOf } from '@portal/contract/response-member';
import { type Service, serviceStatuses, serviceTypes } from '@portal/contract/services';
import { useSidebar } from '@portal/shared/area';
import { serverNow, useFormat, useTranslation } from '@portal/shared/i18n';
import {
  Badge,
  Button,
  Card,
  DetailList,
  detail,
  IconButton,
  Inline,
  Money,
  Skeleton,
  Stack,
  StatusBadge,
} from '@portal/shared/ui';
import { useEffect, useState } from 'react';
import { sidebars } from '../../paths.ts';
import { BalanceAmount, useServiceBalance } from '../../service-balance.tsx';
import classes from './balances.module.css';
import { SpendTrend } from './spend-trend.tsx';

/** The balance of one service, how long it lasts, and buttons to top it up and to set its alert. */
export function ServiceBalanceCard({ service }: { service: Service }) {
  const { t } = useTranslation(['financesLowBalanceAlertsSidebar', 'common']);
  const { number } = useFormat();
  const { open } = useSidebar();
  const {
    balance,
    available,
    reserved,
    creditLimit,
    daysLeft,
    updated,
    isStale,
    isLoading,
    isFetching,
    refetch,
  } = useServiceBalance(service);
  const age = useAge(updated);
  const { service_id, currency, type } = service;
  const title = isOneOf(serviceTypes, type) ? t(`service.${type}`) : type;
  const params = { service_id };
  // What can be used is what matters, and what the alert compares.
  const usable = available ?? balance;
  const isNegative = usable?.startsWith('-') === true;
  // The available amount contains it.
  const hasCredit = creditLimit !== null && /[1-9]/.test(creditLimit);
  const isBelowLimit = service.threshold_enabled && service.threshold_state === 'triggered' && !isNegative;
  const items = [
    detail(t('plate.balance'), available === null ? null : balance, (amount) => (
      <Money amount={amount} currency={currency} markNegative />
    )),
    detail(t('plate.reserved'), reserved, (amount) => <Money amount={amount} currency={currency} />),
    hasCredit &&
      detail(t('common:balance.creditLimit'), creditLimit, (amount) => (
        <Money amount={amount} currency={currency} />
      )),
    { term: t('plate.limit'), description: <Limit service={service} /> },
    detail(t('plate.daysLeft'), isNegative ? null : daysLeft, (days) =>
      days === 0 ? t('plate.lessThanDay') : t('plate.days', { count: days, number: number(days) }),
    ),
  ];
  return (
    <Card
      title={title}
      icon={type === 'messaging' ? 'message' : 'phone'}
      headingLevel={3}
      aria-busy={isFetching || undefined}
      actions={service.status !== 'active' && <ServiceStatus status={service.status} />}
      footer={
        <Inline gap="2" className={classes.actions}>
          <Button
            size="medium"
            icon="plus"
            aria-label={t('plate.topUpService', { service: title })}
            onClick={() => open(sidebars.topUp, params)}
          >
            {t('plate.topUp')}
          </Button>
          <Button
            theme="outline"
            size="medium"
            icon="bell"
            aria-label={t('plate.alertsService', { service: title })}
            onClick={() => open(sidebars.alerts, params)}
          >
            {t('plate.alerts')}
          </Button>
        </Inline>
      }
    >
      <Stack gap="3">
        <div className={classes.balance} data-stale={isStale || undefined}>
          {isLoading ? (
            <Skeleton shape="title" />
          ) : (
            <Inline gap="2">
              <BalanceAmount amount={usable} currency={currency} />
              {isBelowLimit && <Badge tone="warning">{t('plate.belowLimit')}</Badge>}
            </Inline>
          )}
        </div>
        <Inline gap="1" className={classes.age}>
          <span>
            {[available !== null && t('plate.available'), age !== null && t('plate.updated', { age })]
              .filter(Boolean)
              .join(' · ')}
          </span>
          <IconButton
            icon="refresh"
            size="small"
            label={t('plate.refresh', { service: title })}
            loading={isFetching}
            onClick={() => void refetch()}
          />
        </Inline>
        {isStale && <p className={classes.note}>{t('plate.stale')}</p>}
        <SpendTrend service={service} />
        <DetailList layout="grid" items={items} />
      </Stack>
    </Card>
  );
}

function Limit({ service }: { service: Service }) {
  const { t } = useTranslation('financesLowBalanceAlertsSidebar');
  const amount = service.threshold_amount ?? service.threshold_balance;
  if (!service.threshold_enabled || amount === null) return t('plate.noLimit');
  return <Money amount={amount} currency={service.currency} />;
}

function ServiceStatus({ status }: { status: string }) {
  const { t } = useTranslation('financesLowBalanceAlertsSidebar');
  const tone = status === 'pending' ? 'info' : status === 'closed' ? 'neutral' : 'error';
  return (
    <StatusBadge tone={tone}>
      {isOneOf(serviceStatuses, status) ? t(`serviceStatus.${status}`) : status}
    </StatusBadge>
  );
}

const tickMs = 30_000;

/** How long ago a moment was; updated while the page stays open. */
function useAge(timestamp: string | null): string | null {
  const { relativeTime } = useFormat();
  const [now, setNow] = useState(serverNow);
  // In step with the clock.
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), tickMs);
    return () => clearInterval(timer);
  }, []);
  if (timestamp === null) return null;
  // A response that has just arrived is younger than the last tick.
  const latest = new Date(Math.max(now.getTime(), Date.parse(timestamp)));
  return relativeTime(timestamp, latest);
}
