/** A value that only the portal under test knows, such as an id or a mailed token; it is filled in when the request is sent. */
export class Known {
  readonly name: string;
  /** Chooses one of several, modulo their number. */
  readonly nth: number;

  constructor(name: string, nth: number) {
    this.name = name;
    this.nth = nth;
  }
}

/** JSON that JSON.stringify cannot write, such as a number beyond a double. */
export class RawJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

const repeated = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth);

export const hostileTexts: readonly string[] = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'x\udfffy',
  '\udc00\ud800',
  '\u202eevil',
  '\ufeff',
  '\u001b[2J',
  'a\r\nX-Injected: 1',
  '\u2028\u2029',
  '😀'.repeat(40),
  'e\u0301'.repeat(60),
  'İıſﬀK',
  '９９９',
  "'",
  '"',
  "O'Hara; --",
  '\\',
  '\\x00',
  '%',
  '%00',
  '%_',
  '%s%n',
  '$1',
  `\${7*7}`,
  '{{7*7}}',
  '<img src=x>',
  '=1+1',
  '../../../etc/passwd',
  'file:///etc/passwd',
  'null',
  'undefined',
  'true',
  'NaN',
  'Infinity',
  '-0',
  '-1',
  '0x10',
  '1e309',
  '1_000',
  '00000000000000000000001',
  '9007199254740993',
  '99999999999999999999999999',
  '0.000000000000000000000000001',
  '__proto__',
  'constructor',
  'a'.repeat(255),
  'a'.repeat(10_000),
  'ä'.repeat(20_000),
  ','.repeat(500),
  '*'.repeat(100),
];

export const strangeDays: readonly string[] = [
  '0000-01-01',
  '0000-12-31',
  '0001-01-01',
  '0001-12-31',
  '0099-06-15',
  '1582-10-10',
  '1899-12-31',
  '1969-12-31',
  '1970-01-01',
  '2024-02-29',
  '2026-02-29',
  '2026-02-30',
  '2026-13-01',
  '2026-00-10',
  '2026-10-25',
  '2026-03-29',
  '2026-1-1',
  '2999-12-31',
  '3000-01-01',
  '9999-12-31',
  '10000-01-01',
  '+275760-09-13',
  '-000001-01-01',
  '2026.11.21',
  '2026-11-21T07:30:11Z',
  '2026-11-21T24:00:00+14:00',
  '2026-W47',
  '20261121',
  '1795276707',
  'today',
  'infinity',
  '-infinity',
  'epoch',
];

export const strangeJson: readonly RawJson[] = [
  '1e400',
  '-1e400',
  '9007199254740993',
  '99999999999999999999999999999999',
  '1e-400',
  '-0',
  '0.1',
  '2147483648',
  '-1',
  '{"__proto__":{"success":true}}',
  '{"constructor":{"prototype":{"x":1}}}',
  '{"toString":1,"valueOf":1,"length":1e9}',
  '{"\\u0000":1}',
  '{"\\ud800":1}',
  repeated('[', ']', 19),
  repeated('[', ']', 21),
  repeated('[', ']', 5_000),
  `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`,
  `[${'[],'.repeat(5_000)}[]]`,
].map((text) => new RawJson(text));

/** Bodies that are no object of the contract. */
export const strangeBodies: readonly (string | Buffer)[] = [
  '',
  ' ',
  '{',
  '}',
  '{"a":1,}',
  "{'a':1}",
  '{"a":1}{"b":2}',
  '{"a":"\0"}',
  '{"email":1,"email":"b@example.com"}',
  '\ufeff{}',
  'null',
  'true',
  '"text"',
  '1e999',
  '[]',
  '[{}]',
  'a=1&b=2',
  '<a/>',
  `{"a":"${'a'.repeat(70_000)}"}`,
  ...strangeJson.map(({ text }) => text),
  Buffer.from('{"a":"\xe4\xff"}', 'latin1'),
  Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x7d]),
  Buffer.from('{}', 'utf16le'),
  Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0]),
];

export const contentTypes: readonly string[] = [
  'application/json; charset=utf-8',
  'application/json;charset=utf-16',
  'APPLICATION/JSON',
  'application/json; charset="',
  'application/json, text/plain',
  'application/vnd.api+json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/plain',
  'text/json',
  'application/xml',
  '/',
  ';',
  'a'.repeat(1_000),
];

const addresses = [
  '192.0.2.1:443',
  '[2001:db8::1]:443',
  '2001:db8::1%eth0',
  '::ffff:192.0.2.1',
  '999.1.1.1',
  '192.0.2.1, , garbage',
  'unknown',
  '_hidden',
  ', ,',
  "' or 1=1",
  '1.2.3.4\t',
  '1'.repeat(3_000),
  '10.0.0.1, '.repeat(300),
];

/** Values that a header may carry without changing what a request does. */
export const strangeHeaders: Readonly<Record<string, readonly string[]>> = {
  'x-forwarded-for': addresses,
  forwarded: ['for=192.0.2.1;proto=https', 'for="[2001:db8::1]:4711"', ';;;', 'for='],
  'x-forwarded-proto': ['https', 'ftp', 'https,http', ''],
  'x-forwarded-host': ['evil.example', 'a'.repeat(2_000), ':'],
  'x-real-ip': ['garbage'],
  'user-agent': ['', 'a'.repeat(6_000), '\xff\xfe', '() { :; }', '<b>', "'"],
  accept: [
    '*/*',
    'text/html;q=x',
    ',,,',
    'application/pdf',
    'text/csv',
    'application/xml',
    'a'.repeat(3_000),
  ],
  'accept-language': ['xx-XX', '*', ';q=', 'de'.repeat(1_000), '\xe4'],
  'accept-encoding': ['gzip', 'br;q=1.0, gzip;q=9', 'identity;q=0, *;q=0', 'x'.repeat(500), ';;', 'zstd'],
  'idempotency-key': [
    'short',
    'a'.repeat(255),
    'a'.repeat(256),
    '\xe4'.repeat(9),
    'fuzzing-key-1',
    '__proto__',
  ],
  'x-request-id': ['a', 'fuzzing_0123456789', '\'"', '\xff'.repeat(20), 'a'.repeat(5_000)],
  'if-none-match': ['*', '"x"', 'W/'],
  'if-modified-since': ['yesterday', 'Thu, 01 Jan 0000 00:00:00 GMT'],
  range: ['bytes=0-0', 'bytes=-1', 'lines=1', 'bytes=9-1,0-'],
  te: ['trailers', 'gzip'],
  referer: ['javascript:0', '\xff', 'a'.repeat(3_000)],
  'x-http-method-override': ['DELETE', 'PUT'],
  authorization: ['Basic x', 'Bearer null', 'a'.repeat(2_000)],
  cookie2: ['$Version=1'],
};

/** Values of a header with which the request must be refused or served as usual. */
export const refusedHeaders: Readonly<Record<string, readonly string[]>> = {
  'x-requested-with': ['', 'XMLHttpRequest', 'portal,portal', 'a'.repeat(2_000)],
  origin: ['null', 'https://evil.example', 'http://', ':', '\xff', 'a'.repeat(2_000)],
  'sec-fetch-site': ['cross-site', 'none', '', 'x'],
  host: ['evil.example', '', 'a'.repeat(500), '[::1', 'x:99999999'],
  'content-encoding': ['gzip', 'br', 'identity', 'x'],
  'content-type': contentTypes,
};

export const strangeCookies: readonly string[] = [
  '',
  'sid=',
  'sid',
  '=',
  ';;;',
  'sid=x; sid=y',
  'sid="a"',
  `sid=${'A'.repeat(43)}`,
  `sid=${'A'.repeat(44)}`,
  `sid=${'_'.repeat(43)}; device=${'-'.repeat(43)}`,
  `__Host-sid=${'A'.repeat(43)}`,
  `sid=%00%ff`,
  `sid=\xff\xfe`,
  'language=xx; device=x; registration=x',
  'language=%E0%A4%A; __proto__=1',
  `a=${'a'.repeat(7_000)}`,
  'a=1; '.repeat(1_000),
];

/** Endings of a path, as clients and attackers vary it. */
export const strangeEndings: readonly string[] = [
  '/',
  '//',
  '/..',
  '/../..%2f',
  '%00',
  '%2e%2e/',
  '%',
  '%zz',
  '%c0%ae',
  '%ff',
  '%ed%a0%80',
  ':x',
  ';a=1',
  '?',
  '?%00=1',
  '?a=%zz',
  '?a=%ff',
  '?__proto__[x]=1',
  '?a[]=1&a[b]=2',
  `?${'a=1&'.repeat(1_500)}`,
  `/${'a'.repeat(3_000)}`,
  '.css',
  '#x',
];
