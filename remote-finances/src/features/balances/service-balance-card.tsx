import { type Service, serviceStatuses, serviceTypes } from '@portal/contract/services';
import { useSidebar } from '@portal/shared/area';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import {
  Badge,
  Button,
  Card,
  type Detail,
  DetailList,
  IconButton,
  Inline,
  Money,
  Skeleton,
  Stack,
  StatusBadge,
} from '@portal/shared/ui';
import { sidebars } from '../../paths.ts';
import { BalanceAmount } from '../../services/balance-amount.tsx';
import { useServiceBalance } from '../../services/use-service-balance.ts';
import classes from './balances.module.css';
import { useAge } from './use-age.ts';

/** The balance of one service, how long it lasts, and what to do about it. */
export function ServiceBalanceCard({ service }: { service: Service }) {
  const { t } = useTranslation('financesLowBalanceAlertsSidebar');
  const { number } = useFormat();
  const { open } = useSidebar();
  const { balance, available, daysLeft, updated, isStale, isLoading, isFetching, refetch } =
    useServiceBalance(service);
  const age = useAge(updated);
  const { service_id, currency, type } = service;
  const known = serviceTypes.find((one) => one === type);
  const title = known ? t(`service.${known}`) : type;
  const params = { service_id };
  // A balance below zero says so itself.
  const isBelowLimit =
    service.threshold_enabled && service.threshold_state === 'triggered' && !balance?.startsWith('-');
  const items: (Detail | null)[] = [
    available === null
      ? null
      : {
          term: t('plate.available'),
          description: <Money amount={available} currency={currency} markNegative />,
        },
    { term: t('plate.limit'), description: <Limit service={service} /> },
    // Below zero there is nothing left that could last.
    daysLeft === null || balance?.startsWith('-')
      ? null
      : {
          term: t('plate.daysLeft'),
          description:
            daysLeft === 0
              ? t('plate.lessThanDay')
              : t('plate.days', { count: daysLeft, number: number(daysLeft) }),
        },
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
              <BalanceAmount amount={balance} currency={currency} />
              {isBelowLimit && <Badge tone="warning">{t('plate.belowLimit')}</Badge>}
            </Inline>
          )}
        </div>
        <Inline gap="1" className={classes.age}>
          {age !== null && <span>{t('plate.updated', { age })}</span>}
          <IconButton
            icon="refresh"
            size="small"
            label={t('plate.refresh', { service: title })}
            loading={isFetching}
            onClick={() => void refetch()}
          />
        </Inline>
        {isStale && <p className={classes.note}>{t('plate.stale')}</p>}
        <DetailList layout="grid" items={items} />
      </Stack>
    </Card>
  );
}

/** The limit of the alert. */
function Limit({ service }: { service: Service }) {
  const { t } = useTranslation('financesLowBalanceAlertsSidebar');
  const amount = service.threshold_amount ?? service.threshold_balance;
  if (!service.threshold_enabled || amount === null) return t('plate.noLimit');
  return <Money amount={amount} currency={service.currency} />;
}

function ServiceStatus({ status }: { status: string }) {
  const { t } = useTranslation('financesLowBalanceAlertsSidebar');
  const known = serviceStatuses.find((one) => one === status);
  const tone = status === 'pending' ? 'info' : status === 'closed' ? 'neutral' : 'error';
  return <StatusBadge tone={tone}>{known ? t(`serviceStatus.${known}`) : status}</StatusBadge>;
}
