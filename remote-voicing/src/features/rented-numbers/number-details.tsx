import { complianceStatuses, type RentedNumber, routingTypes } from '@portal/contract/rented-numbers';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import {
  Button,
  Card,
  Copyable,
  CountryName,
  DateTime,
  DetailList,
  detail,
  Inline,
  Money,
  PhoneNumber,
  Stack,
} from '@portal/shared/ui';
import { NumberLabel } from './number-label.tsx';
import { Capabilities, NumberStatus, NumberType, Renewal } from './rented-numbers-columns.tsx';
import { useNumberSupport } from './use-rented-numbers.ts';

/** All details of one number, the content of its drawer. */
export function NumberDetails({ serviceId, number }: { serviceId: string; number: RentedNumber }) {
  const { t } = useTranslation('voicingPhoneNumbers');
  return (
    <>
      <NumberLabel key={number.number_id} serviceId={serviceId} number={number} />
      <Card title={t('columns.number')} headingLevel={3}>
        <NumberFacts number={number} />
      </Card>
      <Card title={t('details.prices')} headingLevel={3}>
        <NumberPrices number={number} />
      </Card>
    </>
  );
}

function NumberFacts({ number }: { number: RentedNumber }) {
  const { t } = useTranslation('voicingPhoneNumbers');
  const format = useFormat();
  const { region, city, area_code, channels, routing, compliance_status, usage_30d } = number;
  const compliance = complianceStatuses.find((known) => known === compliance_status);
  return (
    <DetailList
      items={[
        { term: t('details.number'), description: <PhoneNumber number={number.number} copyable /> },
        { term: t('columns.status'), description: <NumberStatus status={number.status} /> },
        { term: t('columns.type'), description: <NumberType type={number.type} /> },
        { term: t('columns.capabilities'), description: <Capabilities capabilities={number.capabilities} /> },
        { term: t('details.country'), description: <CountryName code={number.country} /> },
        detail(t('details.region'), region),
        detail(t('details.city'), city),
        detail(t('details.areaCode'), area_code),
        detail(t('details.channels'), channels, (value) => format.number(value)),
        detail(t('details.routing'), routing, (value) => <Routing routing={value} />),
        detail(t('details.documents'), compliance_status, (value) =>
          compliance ? t(`compliance.${compliance}`) : value,
        ),
        detail(t('details.usage'), usage_30d, (value) =>
          t('details.usageText', {
            calls: format.number(value.calls),
            minutes: format.number(value.minutes, { maximumFractionDigits: 1 }),
          }),
        ),
        {
          term: t('details.id'),
          description: <Copyable code text={number.number_id} label={t('details.copyId')} />,
        },
      ]}
    />
  );
}

function Routing({ routing }: { routing: NonNullable<RentedNumber['routing']> }) {
  const { t } = useTranslation('voicingPhoneNumbers');
  const known = routingTypes.find((type) => type === routing.type);
  const name = known ? t(`routing.${known}`) : routing.type;
  if (routing.target === null) return name;
  return (
    <Inline gap="1">
      {name}
      <Copyable code text={routing.target} />
    </Inline>
  );
}

function NumberPrices({ number }: { number: RentedNumber }) {
  const { t } = useTranslation('voicingPhoneNumbers');
  const format = useFormat();
  const { currency, billing_cycles_left: cyclesLeft } = number;
  return (
    <DetailList
      items={[
        {
          term: t('columns.monthlyPrice'),
          description: <Money amount={number.monthly_price} currency={currency} />,
        },
        detail(t('details.setupPrice'), number.setup_price, (value) => (
          <Money amount={value} currency={currency} />
        )),
        { term: t('details.rentedAt'), description: <DateTime value={number.rented_at} show="date" /> },
        { term: t('columns.renewsAt'), description: <Renewal number={number} /> },
        { term: t('details.autoRenew'), description: number.auto_renew ? t('details.yes') : t('details.no') },
        number.auto_renew && {
          term: t('details.cyclesLeft'),
          description: cyclesLeft === null ? t('details.endless') : format.number(cyclesLeft),
        },
        detail(t('details.expiresAt'), number.expires_at, (value) => <DateTime value={value} show="date" />),
      ]}
    />
  );
}

export function SupportButtons({ number }: { number: RentedNumber }) {
  const { t } = useTranslation('voicingPhoneNumbers');
  const support = useNumberSupport();
  if (support === undefined) return null;
  const { cancelNumber, reportProblem } = support;
  return (
    <Stack gap="2">
      <Button theme="outline" size="medium" icon="headset" full onClick={() => reportProblem(number)}>
        {t('details.problem')}
      </Button>
      <Button theme="ghost" size="medium" icon="trash" full onClick={() => cancelNumber(number)}>
        {t('details.cancel')}
      </Button>
    </Stack>
  );
}
