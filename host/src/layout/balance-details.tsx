import type { Service } from '@portal/contract/services';
import { useAction } from '@portal/shared/area';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import {
  Badge,
  Button,
  DetailList,
  Inline,
  Money,
  NotificationBox,
  Stack,
  TextLink,
} from '@portal/shared/ui';
import classes from './balance-chip.module.css';
import { nameOf, urgencyOf, useAge, useDaysLeft } from './service-balance.ts';

interface BalanceDetailsProps {
  services: readonly Service[];
  isStale: boolean;
  onClose: () => void;
}

/** What can be used of each service, and what it follows from. */
export function BalanceDetails({ services, isStale, onClose }: BalanceDetailsProps) {
  const { t } = useTranslation('common');
  return (
    <Stack gap="4">
      {isStale && <NotificationBox tone="warning">{t('balance.stale')}</NotificationBox>}
      {services.map((service) => (
        <ServiceDetails key={service.service_id} service={service} onClose={onClose} />
      ))}
      <div className={classes['all']}>
        <TextLink href="/welcome" onClick={onClose}>
          {t('balance.all')}
        </TextLink>
      </div>
    </Stack>
  );
}

function ServiceDetails({ service, onClose }: { service: Service; onClose: () => void }) {
  const { t } = useTranslation('common');
  const topUp = useAction('top-up');
  const days = useDaysLeft()(service);
  const age = useAge(service.balance_updated);
  const name = nameOf(service, t);
  const { available, balance, reserved, credit_limit: creditLimit } = service;
  const row = (term: string, amount: string | null) => ({
    term,
    description: <Money amount={amount} currency={service.currency} markNegative />,
  });
  return (
    <section aria-label={name}>
      <Stack gap="2">
        <Inline gap="2">
          <h2 className={classes['name']}>{name}</h2>
          {urgencyOf(service) === 0 && <Badge tone="error">{t('balance.negative')}</Badge>}
          {urgencyOf(service) === 1 && <Badge tone="warning">{t('balance.low')}</Badge>}
        </Inline>
        <DetailList
          items={[
            row(t('balance.available'), available),
            row(t('balance.balance'), balance),
            isAmount(reserved) && row(t('balance.reserved'), reserved),
            isAmount(creditLimit) && row(t('balance.creditLimit'), creditLimit),
          ]}
        />
        {isAmount(reserved) && <ReservedWhy service={service} />}
        <p className={classes['note']}>
          {[days, age && t('balance.updated', { age })].filter(Boolean).join(' · ')}
        </p>
        {topUp && (
          <div>
            <Button
              size="small"
              icon="plus"
              aria-label={t('balance.topUpService', { service: name })}
              onClick={() => {
                onClose();
                topUp({ service_id: service.service_id });
              }}
            >
              {t('balance.topUp')}
            </Button>
          </div>
        )}
      </Stack>
    </section>
  );
}

/** Says what the reserved amount is for. */
function ReservedWhy({ service }: { service: Service }) {
  const { t } = useTranslation('common');
  const { money } = useFormat();
  const { reserved_vat: vat, reserved_rents: rents, currency } = service;
  const values = { vat: money(vat, currency), rents: money(rents, currency) };
  const text = !isAmount(rents)
    ? t('balance.reservedVat')
    : isAmount(vat)
      ? t('balance.reservedBoth', values)
      : t('balance.reservedRents');
  return <p className={classes['note']}>{text}</p>;
}

function isAmount(amount: string | null): amount is string {
  return amount !== null && /[1-9]/.test(amount);
}

interface BalanceFailureProps {
  isLoading: boolean;
  onRetry: () => void;
}

/** Shown when no balance has been loaded yet. */
export function BalanceFailure({ isLoading, onRetry }: BalanceFailureProps) {
  const { t } = useTranslation('common');
  return (
    <NotificationBox
      tone="warning"
      title={t('balance.failed')}
      actions={
        <Button size="small" theme="outline" loading={isLoading} onClick={onRetry}>
          {t('ui.retry')}
        </Button>
      }
    >
      {t('balance.failedText')}
    </NotificationBox>
  );
}
