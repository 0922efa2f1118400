import { Known, RawJson } from './hostile-values.fixtures.ts';
import type { RequestPlan } from './request-plans.ts';

/** A request as it was sent. */
export interface SentRequest {
  method: string;
  path: string;
  /** Values of the path's parameters, before they were encoded. */
  params: Readonly<Record<string, string>>;
  body: string | Buffer | undefined;
  headers: Readonly<Record<string, string>>;
}

interface Rendering {
  knownValue: (known: Known) => string | undefined;
  cookies: Readonly<Record<string, string>>;
}

/** Fills in the values that only the portal knows, and encodes path, query and body. */
export function renderRequest(plan: RequestPlan, { knownValue, cookies }: Rendering): SentRequest {
  const { endpoint, method, params, query, ending, headers, cookie } = plan;
  const text = (value: unknown) => (value instanceof Known ? (knownValue(value) ?? 'none') : textOf(value));
  const values = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, text(value)]));
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => escapedOf(values[name] ?? 'none'));
  const search = query
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${escapedOf(name)}=${escapedOf(text(value))}`)
    .join('&');
  const target = `${path}${ending}${search === '' ? '' : `${ending.includes('?') ? '&' : '?'}${search}`}`;
  const body =
    typeof plan.body === 'string' || Buffer.isBuffer(plan.body) || plan.body === undefined
      ? plan.body
      : jsonOf(plan.body, knownValue);
  const request = jsonRequest(method, target, body, cookies);
  return {
    ...request,
    params: values,
    headers: { ...request.headers, ...headers, ...(cookie !== undefined && { cookie }) },
  };
}

/** A request as the portal's own pages send it; text is sent as JSON unchanged. */
export function jsonRequest(
  method: string,
  path: string,
  content: object | string | undefined,
  cookies: Readonly<Record<string, string>>,
): SentRequest {
  const body = typeof content === 'object' && !Buffer.isBuffer(content) ? JSON.stringify(content) : content;
  const cookie = Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');
  return {
    method,
    path,
    params: {},
    body,
    headers: {
      'x-requested-with': 'portal',
      ...(cookie !== '' && { cookie }),
      ...(body !== undefined && {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(body)),
      }),
    },
  };
}

/** JSON with the values that JSON.stringify cannot write. */
function jsonOf(body: object, knownValue: Rendering['knownValue']): string {
  const raw: string[] = [];
  const text = JSON.stringify(body, (_, value: unknown) => {
    if (value instanceof Known) return knownValue(value);
    if (!(value instanceof RawJson)) return value;
    raw.push(value.text);
    return `raw-json-${raw.length - 1}`;
  });
  return text.replace(/"raw-json-(\d+)"/g, (_, index: string) => raw[Number(index)] ?? '');
}

function textOf(value: unknown): string {
  if (value instanceof RawJson) return value.text;
  return typeof value === 'object' ? (JSON.stringify(value) ?? '') : String(value);
}

/** Percent-encodes any text; a lone surrogate becomes the bytes that an encoder without checks would write. */
function escapedOf(text: string): string {
  // A path or query beyond the limit of a header is refused before the portal reads it; that is another case.
  return [...text.slice(0, 3_000)]
    .map((character) => {
      if (character.isWellFormed()) return encodeURIComponent(character);
      const code = character.charCodeAt(0);
      return [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)]
        .map((byte) => `%${byte.toString(16)}`)
        .join('');
    })
    .join('');
}
