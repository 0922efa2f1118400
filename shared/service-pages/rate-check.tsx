import {
  checkRatesExport,
  exportRates,
  longestDialledNumber,
  mostListedRates,
  type RateQuery,
} from '@portal/contract/rates';
import { useCountryOptions } from '@portal/shared/account-forms';
import { documentAddress, request } from '@portal/shared/api';
import { useAction } from '@portal/shared/area';
import { useFormat } from '@portal/shared/i18n';
import type { SetUrlQuery } from '@portal/shared/router';
import {
  Button,
  Card,
  EmptyState,
  FailureNotice,
  FieldRow,
  Inline,
  ListStatus,
  Loader,
  QueryFallback,
  type QueryState,
  SearchField,
  Select,
  Skeleton,
  Stack,
  useTypedFilter,
  VatReason,
} from '@portal/shared/ui';
import type { ReactNode } from 'react';
import { type CheckedFile, useCheckedDownload } from './exports/checked-download.ts';
import { DownloadLink } from './exports/download-link.tsx';

interface Rates {
  number: string | null;
  items: readonly object[];
  has_more: boolean;
  vat: { reason: string; country: string | null; rate: string };
}

type RateText =
  | 'number'
  | 'numberHint'
  | 'numberError'
  | 'country'
  | 'anyCountry'
  | 'startTitle'
  | 'startText'
  | 'incompleteTitle'
  | 'incompleteText'
  | 'noneTitle'
  | 'noneText'
  | 'ask'
  | 'withoutVat';

interface RateCheckProps<Page extends Rates> {
  /** The number or the country whose prices are shown, from the address. */
  place: RateQuery;
  setPlace: SetUrlQuery<RateQuery>;
  /** The prices of the place; not requested without one. */
  query: QueryState<Page>;
  textOf: (key: RateText) => string;
  /** Shown when a country has more prices than a page. */
  tooMany: (values: { number: string }) => string;
  /** The support request about a place without a price. */
  requestOf: (values: { place: string }) => { subject: string; body: string };
  children: (page: Page) => ReactNode;
}

/** What a call or message to a number or a country costs now: the two fields, and the prices or why there are none. */
export function RateCheck<Page extends Rates>(props: RateCheckProps<Page>) {
  const { place, setPlace, textOf } = props;
  const countries = useCountryOptions();
  return (
    <Stack>
      <Card>
        <div role="search">
          <FieldRow>
            <NumberField
              value={place.number}
              textOf={textOf}
              onChange={(number) => setPlace({ number, country: undefined }, { replace: true })}
            />
            <Select
              label={textOf('country')}
              placeholder={textOf('anyCountry')}
              options={countries}
              value={place.country}
              onChange={(country) => setPlace({ country, number: undefined })}
              onClear={() => setPlace({ country: undefined })}
            />
          </FieldRow>
        </div>
      </Card>
      <FoundRates {...props} />
    </Stack>
  );
}

function FoundRates<Page extends Rates>(props: RateCheckProps<Page>) {
  const { place, query, textOf, tooMany, children } = props;
  const format = useFormat();
  if (place.number === undefined && place.country === undefined)
    return (
      <EmptyState icon="search" title={textOf('startTitle')}>
        {textOf('startText')}
      </EmptyState>
    );
  const page = query.data;
  if (page === undefined) return <QueryFallback query={query} loading={<Skeleton shape="block" />} />;
  if (place.number !== undefined && page.number === null)
    return (
      <EmptyState icon="phone" title={textOf('incompleteTitle')}>
        {textOf('incompleteText')}
      </EmptyState>
    );
  if (page.items.length === 0) return <NoRates {...props} page={page} />;
  const { reason, country, rate } = page.vat;
  return (
    <>
      {page.has_more && (
        <ListStatus count={tooMany({ number: format.number(mostListedRates) })}>{null}</ListStatus>
      )}
      {children(page)}
      <Card title={textOf('withoutVat')}>
        <VatReason reason={reason} country={country} rate={rate} />
      </Card>
    </>
  );
}

function NoRates<Page extends Rates>(props: RateCheckProps<Page> & { page: Page }) {
  const { place, page, textOf, requestOf } = props;
  const format = useFormat();
  const contact = useAction('support');
  const named = page.number ?? (place.country === undefined ? '' : format.countryName(place.country));
  return (
    <EmptyState
      icon="search"
      title={textOf('noneTitle')}
      action={
        contact && (
          <Button
            theme="outline"
            size="medium"
            icon="headset"
            onClick={() => contact(requestOf({ place: named }))}
          >
            {textOf('ask')}
          </Button>
        )
      }
    >
      {textOf('noneText')}
    </EmptyState>
  );
}

interface NumberFieldProps {
  value: string | undefined;
  textOf: (key: RateText) => string;
  onChange: (number: string | undefined) => void;
}

function NumberField({ value = '', textOf, onChange }: NumberFieldProps) {
  const { text, setText, isRefused } = useTypedFilter(value, readDialled, (number) =>
    onChange(number === '' ? undefined : number),
  );
  return (
    <SearchField
      label={textOf('number')}
      hideLabel={false}
      placeholder=""
      description={textOf('numberHint')}
      error={isRefused ? textOf('numberError') : undefined}
      inputMode="tel"
      maxLength={longestDialledNumber}
      value={text}
      onValueChange={setText}
    />
  );
}

/** Any notation; the server reads it. */
function readDialled(text: string): string | null {
  return /\d/.test(text) ? text.trim() : null;
}

interface PriceListLinkProps {
  serviceId: string;
  children: ReactNode;
}

/** A link that saves all current prices of a service as a file. */
export function PriceListLink({ serviceId, children }: PriceListLinkProps) {
  const { save, progressOf } = useCheckedDownload();
  const input = { params: { service_id: serviceId } };
  const file: CheckedFile = {
    address: documentAddress(exportRates, input),
    check: () => request(checkRatesExport, input),
  };
  const progress = progressOf([file]);
  return (
    <Inline gap="2">
      <DownloadLink file={file} onSave={save} size="medium">
        {children}
      </DownloadLink>
      {progress === 'checking' && <Loader size="small" />}
      {typeof progress === 'object' && <FailureNotice failure={progress.failure} />}
    </Inline>
  );
}
