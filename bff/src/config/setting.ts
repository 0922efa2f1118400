import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { BlockList, isIP } from 'node:net';
import * as v from 'valibot';

/** An optional setting with its default. */
export function withDefault<Schema extends v.GenericSchema<string, unknown>>(
  value: v.InferInput<Schema>,
  schema: Schema,
) {
  return v.optional(schema, value);
}

export function matching(pattern: RegExp, expected: string) {
  return v.pipe(v.string(), v.regex(pattern, expected));
}

export function wholeNumber(min: number, max: number) {
  const message = `expected a whole number from ${min} to ${max}`;
  return v.pipe(
    v.string(),
    v.regex(/^\d{1,9}$/, message),
    v.transform(Number),
    v.minValue(min, message),
    v.maxValue(max, message),
  );
}

export const booleanFrom = v.pipe(
  v.picklist(['true', 'false', '1', '0', 'yes', 'no'], 'expected true or false'),
  v.transform((value) => value === 'true' || value === '1' || value === 'yes'),
);

/**
 * The reverse proxies whose X-Forwarded-For is believed: addresses and networks, or `none`, which is an empty list. A
 * network of all addresses, or of a large part of them, is refused, because every client would then choose its own address.
 */
export const proxiesFrom = v.pipe(
  v.string(),
  v.transform((value) => (value.trim() === 'none' ? [] : value.split(',').map((part) => part.trim()))),
  v.check(
    (proxies: string[]) => proxies.every(isAddressOrNetwork),
    'expected addresses and networks such as 10.0.0.0/8, or none',
  ),
);

function isAddressOrNetwork(value: string): boolean {
  const [address = '', bits, ...rest] = value.split('/');
  const version = isIP(address);
  if (version === 0 || address.includes('%') || rest.length > 0) return false;
  if (bits === undefined) return true;
  if (!/^[1-9]\d{0,2}$/.test(bits)) return false;
  const [fewest, most] = version === 4 ? [8, 32] : [hasIpv4(address, Number(bits)) ? 104 : 16, 128];
  return Number(bits) >= fewest && Number(bits) <= most;
}

/** Whether an IPv6 network contains IPv4 addresses, as `::ffff:10.0.0.7`: it may contain no more of them than an IPv4 network. */
function hasIpv4(address: string, bits: number): boolean {
  if (bits > 128) return false;
  const [network, mapped] = [new BlockList(), new BlockList()];
  network.addSubnet(address, bits, 'ipv6');
  mapped.addSubnet('::ffff:0:0', 96, 'ipv6');
  return network.check('::ffff:0:0', 'ipv6') || mapped.check(address, 'ipv6');
}

/** The URL of a service that receives secrets or evidence. Plain http is allowed only on this machine. */
export const httpsUrl = matching(
  /^(?:https:\/\/|http:\/\/(?:127\.0\.0\.1|localhost)(?:[:/]|$))/,
  'expected an https address',
);

const origin = 'expected an http or https address without a path';

/** An origin such as `https://portal.example`; a slash at its end is accepted. */
export const originFrom = v.pipe(
  v.string(),
  v.url(origin),
  v.transform((value) => new URL(value)),
  v.check(({ protocol }) => protocol === 'http:' || protocol === 'https:', origin),
  v.check(({ href, origin }) => href === `${origin}/`, origin),
  v.transform((url) => url.origin),
);

/** The certificates of a file in PEM, as text. */
export const certificatesFrom = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    try {
      const text = readFileSync(dataset.value, 'utf8');
      const certificates = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
      return certificates.map((one) => new X509Certificate(one).toString()).join('');
    } catch {
      addIssue({ message: 'expected a readable file with certificates in PEM' });
      return NEVER;
    }
  }),
  v.nonEmpty('expected a readable file with certificates in PEM'),
);

/** 32 bytes in base64, not all zero. */
export const keyPattern = /^(?!A{43})[A-Za-z0-9+/]{43}=$/;

/**
 * An International Bank Account Number whose check digits are right (ISO 13616). The spaces with which banks print it are
 * removed.
 */
export const ibanFrom = v.config(
  v.pipe(
    v.string(),
    v.transform((iban) => iban.replaceAll(/\s/g, '')),
    v.regex(/^[A-Z]{2}\d{2}[A-Z0-9]{8,30}$/, 'expected an IBAN such as EE38 2200 2210 2014 5685'),
    v.check((iban) => {
      const moved = `${iban.slice(4)}${iban.slice(0, 4)}`;
      return BigInt(moved.replaceAll(/[A-Z]/g, (letter) => String(Number.parseInt(letter, 36)))) % 97n === 1n;
    }, 'its check digits are wrong'),
  ),
  { abortPipeEarly: true },
);

/** A list of keys, separated by commas. */
export const keysFrom = v.pipe(
  v.string(),
  v.transform((value) => (value === '' ? [] : value.split(',').map((key) => key.trim()))),
  v.check(
    (keys: string[]) => keys.every((key) => keyPattern.test(key)),
    'expected keys of 32 bytes in base64, separated by commas',
  ),
);

/** A URL that may contain a password: its error message names the protocols only. */
export function secretUrl(protocols: readonly string[]) {
  const message = `expected an address that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`;
  return v.pipe(
    v.string(),
    v.check((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), message),
  );
}
