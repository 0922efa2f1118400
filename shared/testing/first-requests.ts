import { expect } from '@jest/globals';
import { serviceOfType } from '@portal/contract/service-choice';
import { firstRequestAddress } from '@portal/federation-contract/first-request-address';
import { type FirstRequest, firstRequestsSchema } from '@portal/federation-contract/first-requests';
import { waitFor } from '@testing-library/react';
import * as v from 'valibot';
import { todayIn } from '../ui/date/calendar-day.ts';
import { servicesResponse } from './responses.fixtures.ts';
import { sentAddresses } from './sent-requests.ts';

interface Shown {
  /** An area's first-requests.json. */
  declared: unknown;
  kind: 'pages' | 'plates';
  id: string;
  /** The query string of the page's address. */
  search?: string;
  timeZone?: string;
}

/**
 * Waits until the page or plate that a test has rendered has sent each of the first requests that are declared for its address,
 * exactly once.
 */
export async function expectFirstRequests({
  declared,
  kind,
  id,
  search = '',
  timeZone = 'Europe/Tallinn',
}: Shown): Promise<void> {
  const requests: readonly FirstRequest[] = v.parse(firstRequestsSchema, declared)[kind][id] ?? [];
  const facts = {
    search,
    serviceOf: (type: string) => serviceOfType(servicesResponse.services, type)?.service_id,
    today: todayIn(timeZone),
  };
  const addresses = requests.flatMap((request) => firstRequestAddress(request, facts) ?? []);
  expect(addresses).not.toEqual([]);
  for (const expected of addresses.map(textOf)) {
    await waitFor(() => expect(sentAddresses().map(textOf)).toContain(expected));
    expect(sentAddresses().filter((address) => textOf(address) === expected)).toHaveLength(1);
  }
}

/** An address with its parameters in alphabetical order. */
function textOf(address: string | URL): string {
  const url = new URL(address, 'http://localhost/');
  url.searchParams.sort();
  return url.pathname + url.search;
}
