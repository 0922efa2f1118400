import { listServiceCountries, type ServiceCountry } from '@portal/contract/service-countries';
import { endpointQuery, useQuery } from '@portal/shared/api';
import { useFormat } from '@portal/shared/i18n';
import { Select, type SelectOption } from '@portal/shared/ui';
import { useMemo } from 'react';

interface CountryFilterProps {
  serviceId: string;
  label: string;
  placeholder: string;
  /** The codes that the list is filtered by. */
  countries: readonly string[] | undefined;
  setQuery: (patch: { country: string[] | undefined }) => void;
}

/** Filters a service's calls or messages by one of its countries. */
export function CountryFilter({ serviceId, label, placeholder, countries, setQuery }: CountryFilterProps) {
  const chosen = countries?.join(separator) || undefined;
  const { options, isLoading } = useCountryOptions(serviceId, chosen);
  return (
    <Select
      label={label}
      placeholder={placeholder}
      options={options}
      isLoading={isLoading}
      value={chosen}
      onChange={(value) => setQuery({ country: value.split(separator) })}
      onClear={() => setQuery({ country: undefined })}
    />
  );
}

const separator = ',';

/** The countries of the service's calls or messages, sorted by their names in the customer's language. */
function useCountryOptions(serviceId: string, chosen: string | undefined) {
  const format = useFormat();
  const { data, isPending } = useQuery({
    ...endpointQuery(listServiceCountries, { params: { service_id: serviceId } }),
    staleTime: 600_000,
  });
  const options = useMemo(() => {
    const collator = new Intl.Collator(format.dateLocale);
    const known = (data?.items ?? []).map((country) => optionOf(country, format.countryName(country.value)));
    const isListed = chosen === undefined || known.some((option) => option.value === chosen);
    // A link may name several countries, or one that the service has had nothing to do with; the filter must show them too.
    const all = isListed ? known : [...known, { value: chosen, title: namesOf(chosen, format.countryName) }];
    return all.toSorted((a, b) => collator.compare(a.title, b.title));
  }, [data, format, chosen]);
  return { options, isLoading: isPending };
}

function namesOf(codes: string, nameOf: (code: string) => string): string {
  return codes.split(separator).map(nameOf).join(', ');
}

function optionOf({ value, title, description }: ServiceCountry, name: string): SelectOption {
  // For an unknown code, the browser returns the code as its name.
  const isNamed = name.toLowerCase() !== value;
  return { value, title: isNamed ? name : title, description: description ?? undefined };
}
