import { complianceStatuses, type RentedNumber, routingTypes } from '@portal/contract/rented-numbers';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { CopyButton, CountryName, DetailList, Inline, PhoneNumber } from '@portal/shared/ui';
import { Capabilities, NumberStatus, NumberType } from './number-terms.tsx';

/** What the number is, where its calls go, and how much it is used. */
export function NumberFacts({ number }: { number: RentedNumber }) {
  const { t } = useTranslation('voicingPhoneNumbers');
  const format = useFormat();
  const { label, region, city, area_code, channels, routing, compliance_status, usage_30d } = number;
  const compliance = complianceStatuses.find((known) => known === compliance_status);
  return (
    <DetailList
      items={[
        { term: t('details.number'), description: <PhoneNumber number={number.number} copyable /> },
        label !== null && { term: t('details.label'), description: label },
        { term: t('columns.status'), description: <NumberStatus status={number.status} /> },
        { term: t('columns.type'), description: <NumberType type={number.type} /> },
        { term: t('columns.capabilities'), description: <Capabilities capabilities={number.capabilities} /> },
        { term: t('details.country'), description: <CountryName code={number.country} /> },
        region !== null && { term: t('details.region'), description: region },
        city !== null && { term: t('details.city'), description: city },
        area_code !== null && { term: t('details.areaCode'), description: area_code },
        channels !== null && { term: t('details.channels'), description: format.number(channels) },
        routing !== null && { term: t('details.routing'), description: <Routing routing={routing} /> },
        compliance_status !== null && {
          term: t('details.documents'),
          description: compliance ? t(`compliance.${compliance}`) : compliance_status,
        },
        usage_30d !== null && {
          term: t('details.usage'),
          description: t('details.usageText', {
            calls: format.number(usage_30d.calls),
            minutes: format.number(usage_30d.minutes, { maximumFractionDigits: 1 }),
          }),
        },
        {
          term: t('details.id'),
          description: (
            <Inline gap="1">
              <code>{number.number_id}</code>
              <CopyButton text={number.number_id} label={t('details.copyId')} />
            </Inline>
          ),
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
      <code>{routing.target}</code>
      <CopyButton text={routing.target} />
    </Inline>
  );
}
