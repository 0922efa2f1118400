import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import tls from 'node:tls';
import { afterAll, afterEach, beforeAll } from '@jest/globals';
import { generate, type SelfsignedOptions } from 'selfsigned';

/** An X.509 certificate and its private key, both as PEM. */
export interface CertifiedKey {
  readonly cert: string;
  readonly key: string;
}

/** A certificate authority, and servers' certificates that it has signed. */
export interface Authority extends CertifiedKey {
  readonly localhost: CertifiedKey;
  readonly otherName: CertifiedKey;
}

interface Certificates {
  /** The one that the operator names. */
  readonly authority: Authority;
  readonly otherAuthority: Authority;
  readonly selfSigned: CertifiedKey;
}

/** The certificates for tests of a TLS client that connects to `localhost`. */
export function testCertificates() {
  const folder = mkdtempSync(path.join(tmpdir(), 'portal-certificates-'));
  const publicAuthorities = tls.getCACertificates('default');
  let certificates: Certificates;
  beforeAll(async () => {
    certificates = await createCertificates();
  });
  afterEach(() => tls.setDefaultCACertificates(publicAuthorities));
  afterAll(() => rmSync(folder, { recursive: true }));
  return {
    created: () => certificates,
    /** Until the end of the test. */
    trustPublicly: ({ cert }: Authority) => tls.setDefaultCACertificates([...publicAuthorities, cert]),
    /** Writes an authority's certificate to a file, as operators name it. */
    fileOf: ({ cert }: Authority): string => {
      const file = path.join(folder, 'authority.pem');
      writeFileSync(file, cert);
      return file;
    },
  };
}

type Choose<T> = (certificates: Certificates) => T;

/** For `test.each`: servers that a client refuses, the authority that the client trusts, and the reason. */
export const refusedCertificates: readonly [
  what: string,
  server: Choose<CertifiedKey>,
  trusted: Choose<Authority | undefined>,
  reason: RegExp,
][] = [
  ['that no authority has signed', own, nobody, /self-signed/],
  ['that only itself has signed', own, named, /self-signed/],
  [
    'of a private authority that is not named',
    ({ authority }) => authority.localhost,
    nobody,
    /unable to verify/,
  ],
  ['of another authority', ({ otherAuthority }) => otherAuthority.localhost, named, /unable to verify/],
  ['for another name', ({ authority }) => authority.otherName, named, /altnames/],
];

function own({ selfSigned }: Certificates): CertifiedKey {
  return selfSigned;
}

function named({ authority }: Certificates): Authority {
  return authority;
}

function nobody(): undefined {
  return undefined;
}

async function createCertificates(): Promise<Certificates> {
  return {
    authority: await createAuthority('Authority of the provider'),
    otherAuthority: await createAuthority('Another authority'),
    selfSigned: await certify('localhost'),
  };
}

async function createAuthority(name: string): Promise<Authority> {
  const ca = await certify(name, {
    extensions: [{ name: 'basicConstraints', cA: true, critical: true }],
  });
  return {
    ...ca,
    localhost: await certify('localhost', { ca }),
    otherName: await certify('server.example', { ca }),
  };
}

async function certify(commonName: string, options: SelfsignedOptions = {}): Promise<CertifiedKey> {
  const attributes = [{ name: 'commonName', value: commonName }];
  const pems = await generate(attributes, { keyType: 'ec', algorithm: 'sha256', ...options });
  return { cert: pems.cert, key: pems.private };
}
