import { quota } from '../../app/account-api.ts';

/** How programs use the account API, in CommonMark: paragraphs with code, for the API description and its page. */
export const accountApiGuide = `Your own programs read the account with HTTP Basic: the account SID is the user name, the account token the password. Both are on the profile page. The operations that name the security scheme \`account\` accept them. They read; nothing can be changed with a token.

The commands take \`ACCOUNT_SID\` and \`ACCOUNT_TOKEN\` from the environment. Keep the token out of addresses, scripts and logs. Send no cookie of the portal with it: a request with both is refused with status 400. Browsers cannot use the API: it has no CORS, and credentials that a browser has stored do not count.

To replace a token without an interruption, create a second one in the profile, enter it in your programs, and promote it. A token that was replaced or discarded is refused immediately, with status 401.

Lists return up to 100 rows per page. Histories of calls and messages return \`next_cursor\`: send it as \`cursor\`, with the same filters, until it is null. If few entries match the filters, a page may have fewer rows than \`limit\`, or none, before the last one: \`searched\` is the part of the period that it covers. \`totals=none\` omits the totals, which have an operation of their own. Other lists take \`offset\`.

Every response has the fields \`RateLimit-Policy\` and \`RateLimit\` of draft-ietf-httpapi-ratelimit-headers-10: ${quota.max} requests in ${quota.windowSeconds} seconds for an account. Operations that read months of traffic also share the server's time. After status 429, wait as many seconds as \`Retry-After\` says.

Amounts are decimal strings with their currency. Times are RFC 3339 in UTC; dates without a time are days in the time zone of the account. Errors are \`application/problem+json\` (RFC 9457) with a \`code\`; state the \`request_id\` when you ask support. Later versions add members and codes: ignore those you do not know.

A suspended account can be read. A closed one answers with status 403.`;

/** How a customer's server receives webhooks, in the same form. */
export const webhooksGuide = `Webhooks notify your server instead of being asked. Enter its https address in the profile and choose the events. Each event is a POST request with a JSON body: \`type\`, \`version\`, \`timestamp\` (when it happened), \`account_sid\` and \`data\`. Any status from 200 to 299 within 10 seconds accepts it. Otherwise it is repeated six times in about a day. Redirects are not followed.

Every request has the headers of Standard Webhooks (standardwebhooks.com), for which there are libraries in many languages. \`webhook-id\` names the event and is the same in every attempt and when it is sent again: ignore an id that you have handled, because an event can arrive twice, and events can arrive in another order. \`webhook-timestamp\` is the time of the attempt in seconds since 1970.

Verify every request before you use it. The key is what follows \`whsec_\` in the webhook's secret, decoded from base64. Compute the HMAC-SHA-256 of \`webhook-id\`, a dot, \`webhook-timestamp\`, a dot and the body as it was received, byte by byte, and encode it in base64. One of the signatures in \`webhook-signature\` must equal \`v1,\` and this text; they are separated by spaces, and there are two for a day after the secret was replaced. Compare in constant time, and refuse a timestamp that is more than five minutes away.

Members of \`data\` have the names and formats of the API. Later versions add members and events: ignore those you do not know. \`webhook.test\` is sent when you ask for it in the profile.`;
