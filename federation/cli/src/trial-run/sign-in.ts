import type { PortalFacts } from '@portal/federation-contract/portal-facts';
import { TrialImpossible, type TrialSettings } from './trial-run.ts';

export interface SessionCookie {
  name: string;
  value: string;
}

type SignInRequest = PortalFacts['trial_run']['sign_in'][number];

/**
 * Sends the requests of portal.json that open a session, and returns the cookies. PORTAL_SIGN_IN_BODY replaces the body
 * of the last one, for a backend with other accounts. Throws TrialImpossible.
 */
export async function signIn(
  origin: string,
  { facts, environment }: Pick<TrialSettings, 'facts' | 'environment'>,
): Promise<SessionCookie[]> {
  const { sign_in: requests } = facts.trial_run;
  const cookies = new Map<string, string>();
  for (const request of requests) {
    const isLast = request === requests.at(-1);
    const body = (isLast ? environment['PORTAL_SIGN_IN_BODY'] : undefined) ?? bodyOf(request);
    const response = await fetch(new URL(request.path, origin), {
      method: request.method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...request.headers,
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
      ...(body === undefined ? {} : { body }),
    });
    if (!response.ok)
      throw new TrialImpossible(
        `no session for its pages: ${request.method} ${request.path} returned ${response.status}`,
        'Correct "sign_in" in portal.json; for a portal with other accounts, set PORTAL_SIGN_IN_BODY.',
      );
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
  }
  return [...cookies].map(([name, value]) => ({ name, value }));
}

function bodyOf({ body }: SignInRequest): string | undefined {
  return body === undefined ? undefined : JSON.stringify(body);
}
