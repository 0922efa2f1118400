import type { ServiceCountry } from '@portal/contract/service-countries';
import { listServiceCountries } from '@portal/contract/service-countries';
import { endpointQuery, useQuery } from '@portal/shared/api';
import { useFormat } from '@portal/shared/i18n';
import type { SelectOption } from '@portal/shared/ui';
import { useMemo } from 'react';

interface CountryOptions {
  options: SelectOption[];
  isLoading: boolean;
}

/** The countries that the service called, sorted by their names in the customer's language. */
export function useCountryOptions(serviceId: string, chosen: string | undefined): CountryOptions {
  const format = useFormat();
  const { data, isPending } = useQuery({
    ...endpointQuery(listServiceCountries, { params: { service_id: serviceId } }),
    staleTime: 600_000,
  });
  const options = useMemo(() => {
    const collator = new Intl.Collator(format.dateLocale);
    const known = (data?.items ?? []).map((country) => optionOf(country, format.countryName(country.value)));
    const isListed = chosen === undefined || known.some((option) => option.value === chosen);
    // A link may name a country without calls; the filter must show it too.
    const all = isListed ? known : [...known, { value: chosen, title: format.countryName(chosen) }];
    return all.toSorted((a, b) => collator.compare(a.title, b.title));
  }, [data, format, chosen]);
  return { options, isLoading: isPending };
}

function optionOf({ value, title, description }: ServiceCountry, name: string): SelectOption {
  // For an unknown code, the browser returns the code as its name.
  const isNamed = name.toLowerCase() !== value;
  return { value, title: isNamed ? name : title, description: description ?? undefined };
}
