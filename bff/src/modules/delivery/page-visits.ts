import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import type { PageTelemetry, ServedPage } from '@portal/federation-server/page-telemetry';
import type { FastifyRequest } from 'fastify';
import type { AppContext } from '../../app/context.ts';
import { addressSubject, networkSubject } from '../../http/rate-limit.ts';
import { findAccountOfBrowser } from '../../sessions/known-browser.ts';
import { createSessions } from '../../sessions/sessions.ts';
import { insertPageVisit } from './page-visits.repository.ts';

type PagesContext = Pick<AppContext, 'config' | 'database' | 'secrets'>;

/** The key of the tokens of pages. A buffer as the key would make signing a token four times as slow. */
export function pageTokenKey({ secrets }: Pick<AppContext, 'secrets'>): KeyObject {
  return createSecretKey(secrets.deriveKey('page tokens'));
}

/**
 * Counts the pages whose host or area has a canary. Customers' areas are shown to customers only, so a page of such an
 * area counts for the account of its session. Any other page counts for the account that knows its browser, because
 * thousands of customers may share the address of an office or a mobile network; unless there is one, for its address.
 */
export function pageTelemetry(context: PagesContext): PageTelemetry {
  const sessions = createSessions(context.config);
  const subjectKey = context.secrets.deriveKey('page subjects');

  async function subjectOf(request: FastifyRequest, { access }: ServedPage): Promise<string | undefined> {
    if (access === 'anonymous') {
      const known = await findAccountOfBrowser(context, request);
      return known === undefined ? `address ${placeOfUnknown(request)}` : `account ${known}`;
    }
    // The page itself asks for the session and shows that it has expired.
    const found = await sessions.find(context.database.system, request).catch(() => undefined);
    return found?.session.kind === 'full' ? `account ${found.account.account_id}` : undefined;
  }

  return {
    key: pageTokenKey(context),
    async count(request, page) {
      const subject = await subjectOf(request, page);
      if (subject === undefined) return;
      const hash = createHmac('sha256', subjectKey).update(subject).digest().subarray(0, 16);
      await insertPageVisit(context.database.system, { ...page, area: page.unit, subject: hash });
    },
  };
}

/** The IPv4 address of a request, or its IPv6 /48: one customer may own all of its 65,536 networks. */
function placeOfUnknown({ ip }: FastifyRequest): string {
  return networkSubject(ip) ?? addressSubject(ip);
}
