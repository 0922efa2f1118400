import { serviceOfType } from '@portal/contract/service-choice';
import { firstRequestAddress } from '@portal/federation-contract/first-request-address';
import type { FirstRequest } from '@portal/federation-contract/first-requests';
import { requestEarly } from './start-requests.ts';

interface Account {
  profile: Promise<Response>;
  services: Promise<Response>;
  /** Whether the bundles have taken these responses over: from then on they send what their page needs. */
  isTaken: () => boolean;
}

/**
 * Sends the requests that the page will send first, as soon as the account is known: they carry its id, so the server refuses
 * them when another tab has logged in to another account. Nothing is sent without a session.
 */
export async function requestFirst(
  requests: readonly FirstRequest[],
  api: URL,
  { profile, services, isTaken }: Account,
): Promise<void> {
  if (requests.length === 0) return;
  try {
    const [account, listed] = await Promise.all([copyOf(profile), copyOf(services)]);
    if (account === undefined || listed === undefined || isTaken()) return;
    const facts = {
      search: location.search,
      serviceOf: (type: string) => serviceOfType<ListedService>(listed.body.services, type)?.service_id,
      today: dayOf(account.moment, account.body.timezone),
    };
    for (const request of requests) {
      const address = firstRequestAddress(request, facts);
      if (address !== undefined)
        void requestEarly('GET', new URL(address, api), { 'x-account-sid': account.body.account_sid });
    }
  } catch {
    // The connection was lost, or the time zone is not known: the page sends its requests itself.
  }
}

interface ListedService {
  service_id: string;
  type: string;
  status: string;
}

/** What a response says, which the bundles read too; undefined without a session. */
async function copyOf(pending: Promise<Response>) {
  const response = await pending;
  if (!response.ok) return undefined;
  const copy = response.clone();
  return { body: await copy.json(), moment: new Date(response.headers.get('date') ?? Date.now()) };
}

function dayOf(moment: Date, timeZone: string): string {
  const options: Intl.DateTimeFormatOptions = { year: 'numeric', month: '2-digit', day: '2-digit', timeZone };
  return new Intl.DateTimeFormat('en-CA', options).format(moment);
}
