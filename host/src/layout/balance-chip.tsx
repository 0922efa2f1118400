import type { Service } from '@portal/contract/services';
import { useTranslation } from '@portal/shared/i18n';
import { useServices } from '@portal/shared/session';
import { Icon, Money, Popover, Skeleton, VisuallyHidden } from '@portal/shared/ui';
import classes from './balance-chip.module.css';
import { BalanceDetails, BalanceFailure } from './balance-details.tsx';
import { nameOf, urgencyOf, useAge, useDaysLeft } from './service-balance.ts';

/** What can be used of each service, on every page; a press shows what it follows from. */
export function BalanceChip() {
  const { t } = useTranslation('common');
  const services = useServices();
  const listed = services.data?.services.filter(({ status }) => status !== 'closed');
  // A further attempt after a failure does not close what shows it.
  if (listed === undefined && services.errorUpdateCount === 0) return <ChipLoading />;
  if (listed?.length === 0) return null;
  // What was loaded before is still shown when a later request fails.
  const isStale = services.isError && listed !== undefined;
  return (
    <div className={classes['room']}>
      <Popover
        theme="ghost"
        size="medium"
        label={t('balance.title')}
        className={classes['chip'] ?? ''}
        trigger={<ChipContent services={listed} isStale={isStale} />}
        onOpen={() => void services.refetch()}
      >
        {(close) =>
          listed === undefined ? (
            <BalanceFailure isLoading={services.isFetching} onRetry={() => void services.refetch()} />
          ) : (
            <BalanceDetails services={listed} isStale={isStale} onClose={close} />
          )
        }
      </Popover>
    </div>
  );
}

function ChipLoading() {
  return (
    <div className={classes['room']} aria-hidden="true">
      <div className={classes['loading']}>
        <Skeleton shape="title" />
      </div>
    </div>
  );
}

function ChipContent({ services, isStale }: { services: readonly Service[] | undefined; isStale: boolean }) {
  const { t } = useTranslation('common');
  if (services === undefined) {
    return (
      <span className={classes['service']} data-tone="warning">
        <Icon name="warning" />
        <span>{t('balance.title')} –</span>
        <VisuallyHidden>{t('balance.failed')}</VisuallyHidden>
      </span>
    );
  }
  // On a phone there is room for one: that which needs attention first.
  const [first] = services.toSorted(
    (a, b) => urgencyOf(a) - urgencyOf(b) || (a.days_left ?? 1e9) - (b.days_left ?? 1e9),
  );
  return (
    <span className={classes['services']}>
      <VisuallyHidden>{t('balance.title')}</VisuallyHidden>
      {services.map((service) => (
        <ChipService
          key={service.service_id}
          service={service}
          isStale={isStale}
          isNamed={services.length > 1}
          isFirst={service === first}
        />
      ))}
    </span>
  );
}

interface ChipServiceProps {
  service: Service;
  isStale: boolean;
  isNamed: boolean;
  isFirst: boolean;
}

function ChipService({ service, isStale, isNamed, isFirst }: ChipServiceProps) {
  const { t } = useTranslation('common');
  const days = useDaysLeft()(service);
  const age = useAge(service.balance_updated);
  const urgency = urgencyOf(service);
  const tone = (['error', 'warning', undefined] as const)[urgency];
  const note = isStale ? t('balance.outdated') : urgency === 0 ? t('balance.negative') : days;
  return (
    <span className={classes['service']} data-tone={tone} data-first={isFirst || undefined}>
      <Icon name={isStale || urgency < 2 ? 'warning' : isNamed ? iconOf(service) : 'wallet'} />
      {isNamed && <VisuallyHidden>{nameOf(service, t)}: </VisuallyHidden>}
      <span className={classes['figures']}>
        <Money amount={service.available ?? service.balance} currency={service.currency} />
        <span className={classes['note']}>
          {urgency === 1 && <VisuallyHidden>{t('balance.low')}</VisuallyHidden>}
          {[note, age].filter((text) => text !== null).join(' · ')}
        </span>
      </span>
    </span>
  );
}

function iconOf({ type }: Service) {
  return type === 'messaging' ? 'message' : 'phone';
}
