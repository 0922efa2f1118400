import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { serviceOfType } from '@portal/contract/service-choice';
import { firstRequestAddress } from '@portal/federation-contract/first-request-address';
import type { FirstRequest } from '@portal/federation-contract/first-requests';
import type { FirstResponse } from '@portal/federation-server/streamed-page';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DateTime } from 'luxon';
import * as v from 'valibot';
import type { AppContext } from '../../app/context.ts';
import type { Config } from '../../config/config.ts';
import { isSecretRoute } from '../../http/compress-responses.ts';
import { noteWaits } from '../../http/noted-waits.ts';
import { createPace, type Pace } from '../../http/pace.ts';
import { addressSubject } from '../../http/rate-limit.ts';

/** Milliseconds without lists after one that was late: the page requests it again, and a server under load must not do that work twice. */
const restMs = 30_000;
/** The name under which all accounts rest: the server is under load. */
const everyone = '';
/** Services whose balances are written into a page. */
const mostServices = 8;
/**
 * The pages of an account, or of an address without one, that are written with responses; further ones request them. Each costs about ten
 * requests, which no other share of the visitor counts together.
 */
const pagePace: Pace = { burst: 20, perSecond: 5, longestPauseMs: 1 };

const profileSchema = v.object({ timezone: v.string() });
const servicesSchema = v.object({
  services: v.array(v.object({ service_id: v.string(), type: v.string(), status: v.string() })),
});

/**
 * The responses of the API that a page of the account needs first: whether there is a session, profile, services, balances, and what
 * the page's area declares. Each comes from its own route as if the page had requested it, with the same session, checks and limits.
 * One that fails or is late is omitted.
 */
export function firstResponses(
  app: FastifyInstance,
  {
    FIRST_RESPONSES_MS: limitMs,
    RATE_LIMIT_FACTOR: factor,
  }: Pick<Config, 'FIRST_RESPONSES_MS' | 'RATE_LIMIT_FACTOR'>,
  { sessions, foundSessions }: Pick<AppContext, 'sessions' | 'foundSessions'>,
  clock = () => performance.now(),
) {
  /** By account: the slow searches of one take nothing from the others. */
  const restingUntil = new Map<string, number>();
  const isResting = (name: string) => (restingUntil.get(name) ?? 0) > performance.now();
  const rest = (name: string | undefined) => {
    if (name === undefined) return;
    for (const known of restingUntil.keys()) if (!isResting(known)) restingUntil.delete(known);
    restingUntil.set(name, performance.now() + restMs);
  };
  /** The account that the session was last found for; undefined for one that was not found, whose pages have no lists. */
  const accountOf = (request: FastifyRequest) => {
    const tokenHash = sessions.tokenHash(request);
    return tokenHash && foundSessions.accountOf(tokenHash);
  };

  const pauseOf = createPace({ ...pagePace, burst: pagePace.burst * factor });
  /** Whether the visitor opens pages more often than people do. */
  const isExcess = (request: FastifyRequest) =>
    pauseOf(accountOf(request) ?? addressSubject(request.ip), clock()) > 0;

  /** A HEAD request gets the headers of a page with responses. */
  const responsesTo = (request: FastifyRequest, requests: readonly FirstRequest[]) =>
    request.method === 'HEAD' ? Readable.from([]) : respond(request, requests);

  return (
    request: FastifyRequest,
    requests: readonly FirstRequest[],
  ): AsyncIterable<FirstResponse> | undefined =>
    limitMs > 0 && isShown(request) && !isExcess(request) ? responsesTo(request, requests) : undefined;

  async function* respond(
    request: FastifyRequest,
    requests: readonly FirstRequest[],
  ): AsyncGenerator<FirstResponse> {
    const noted = { hasWaited: false };
    const end = new AbortController();
    const limit = sleep(limitMs, 'late', { signal: end.signal, ref: false }).catch(() => 'ended');
    const ready: FirstResponse[] = [];
    const pending = new Set<Promise<unknown>>();
    const wait = <Result>(work: Promise<Result>): Promise<Result> => {
      const counted: Promise<unknown> = work
        .catch((err: unknown) => request.log.error({ err }, 'a first response failed'))
        .then(() => pending.delete(counted));
      pending.add(counted);
      return work;
    };
    const read = (address: string, method: 'GET' | 'POST' = 'GET') =>
      wait(
        noteWaits(noted, () => inject(app, request, { method, address, signal: end.signal })).then(
          (response) => {
            if (response !== undefined) ready.push(response);
            return response?.body;
          },
        ),
      );
    void read('v1/accounts/access:verify', 'POST');
    const account = Promise.all([read('v1/accounts/profile'), read('v1/services/all')]);
    let isAccountRead = false;
    void wait(
      account.then(([profile, services]) => {
        if (profile === undefined || services === undefined) return;
        const { search } = new URL(request.url, 'http://portal.invalid');
        const { timezone } = v.parse(profileSchema, JSON.parse(profile));
        isAccountRead = true;
        const wanted = [everyone, accountOf(request) ?? everyone].some(isResting) ? [] : requests;
        const addresses = addressesOf({ timezone, services, search, requests: wanted });
        for (const address of addresses) void read(address);
      }),
    );
    try {
      while (pending.size > 0 || ready.length > 0) {
        const isLate = ready.length === 0 && (await Promise.race([limit, ...pending])) === 'late';
        yield* ready.splice(0);
        if (!isLate) continue;
        rest(accountOf(request));
        // Without a wait it was late because of all. Others do not rest for what the account or its address uses itself.
        if (!(isAccountRead || noted.hasWaited)) rest(everyone);
        return;
      }
    } finally {
      // What is late, or whose visitor has left, is canceled.
      end.abort();
    }
  }
}

/**
 * Whether the browser shows the page: one that prefetches it may never do so, and older ones say that in `Purpose`. Only browsers
 * say what they request a page for.
 */
function isShown({ headers }: FastifyRequest): boolean {
  const { 'sec-fetch-dest': destination, 'sec-purpose': purpose, purpose: formerly } = headers;
  return destination === 'document' && !/prefetch/.test(`${purpose} ${formerly}`);
}

interface Account {
  timezone: string;
  /** The body of a response. */
  services: string;
  /** The page's own query string. */
  search: string;
  requests: readonly FirstRequest[];
}

/** The addresses that depend on the account, each once: the balances, and the requests that the page's area declares. */
function addressesOf({ timezone, services: listed, search, requests }: Account): Set<string> {
  const { services } = v.parse(servicesSchema, JSON.parse(listed));
  const facts = {
    search,
    serviceOf: (type: string) => serviceOfType(services, type)?.service_id,
    today: DateTime.now().setZone(timezone).toISODate() ?? '',
  };
  const balances = services
    .slice(0, mostServices)
    .map(({ service_id: id }) => `v1/services/${encodeURIComponent(id)}/balance`);
  const declared = requests.flatMap((one) => firstRequestAddress(one, facts) ?? []);
  return new Set([...balances, ...declared]);
}

/** What the proxies in front of the portal have said about the connection, and what identifies the browser. */
const passedHeaders = [
  'cookie',
  'host',
  'user-agent',
  'accept-language',
  'x-forwarded-for',
  'x-forwarded-proto',
  'x-forwarded-host',
];

/** Sends a request of the page to its route. Undefined unless the response is a success that only has a body. */
async function inject(
  app: FastifyInstance,
  { headers, raw }: FastifyRequest,
  { method, address, signal }: { method: 'GET' | 'POST'; address: string; signal: AbortSignal },
): Promise<FirstResponse | undefined> {
  const { remoteAddress } = raw.socket;
  // The visitor has left.
  if (remoteAddress === undefined) return undefined;
  const passed = passedHeaders.flatMap((name) =>
    headers[name] === undefined ? [] : [[name, headers[name]]],
  );
  const response = await app
    .inject({
      method,
      url: `/${address}`,
      remoteAddress,
      signal,
      headers: {
        ...Object.fromEntries(passed),
        accept: 'application/json',
        'x-requested-with': 'portal',
        'sec-fetch-site': 'same-origin',
      },
      ...(method === 'POST' && { payload: {} }),
    })
    .catch(() => undefined);
  if (response === undefined || response.statusCode !== 200) return undefined;
  if (response.headers['set-cookie'] !== undefined) return undefined;
  if (!String(response.headers['content-type']).startsWith('application/json')) return undefined;
  const { body } = response;
  return { method, address, date: new Date().toUTCString(), body, isSecret: isSecretRoute(`/${address}`) };
}
