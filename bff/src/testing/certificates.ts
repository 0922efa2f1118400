import { generateKeyPairSync, type KeyObject, randomBytes, sign, X509Certificate } from 'node:crypto';

/** An X.509 certificate and its private key, both as PEM. */
export interface CertifiedKey {
  readonly cert: string;
  readonly key: string;
}

/** A certificate authority of its own, which nobody trusts by default. */
export interface Authority extends CertifiedKey {
  /** Issues a certificate of a server with this DNS name, valid for a day. */
  issue(dnsName: string): CertifiedKey;
}

/** Creates an authority. */
export function createAuthority(name: string): Authority {
  const own = newKeys();
  const cert = certificate({
    issuer: name,
    subject: name,
    signer: own.privateKey,
    ...own,
    isAuthority: true,
  });
  return {
    ...pem(cert, own.privateKey),
    issue: (dnsName) => {
      const keys = newKeys();
      const issued = certificate({ issuer: name, subject: dnsName, signer: own.privateKey, ...keys });
      return pem(issued, keys.privateKey);
    },
  };
}

/** Creates a certificate of a server that no authority has signed. */
export function selfSigned(dnsName: string): CertifiedKey {
  const keys = newKeys();
  const cert = certificate({ issuer: dnsName, subject: dnsName, signer: keys.privateKey, ...keys });
  return pem(cert, keys.privateKey);
}

function newKeys() {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' });
}

function pem(cert: Buffer, key: KeyObject): CertifiedKey {
  return {
    cert: new X509Certificate(cert).toString(),
    key: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

interface CertificateOptions {
  issuer: string;
  subject: string;
  publicKey: KeyObject;
  signer: KeyObject;
  isAuthority?: boolean;
}

const dayMs = 24 * 60 * 60 * 1000;

/** Encodes and signs a certificate (RFC 5280) in DER. */
function certificate({ issuer, subject, publicKey, signer, isAuthority }: CertificateOptions): Buffer {
  const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'));
  const basicConstraints = sequence(oid('551d13'), der(0x01, 'ff'), octets(sequence(der(0x01, 'ff'))));
  const alternativeName = sequence(oid('551d11'), octets(sequence(der(0x82, Buffer.from(subject)))));
  const content = sequence(
    der(0xa0, integer('02')),
    integer(`01${randomBytes(15).toString('hex')}`),
    ecdsaWithSha256,
    commonName(issuer),
    sequence(utcTime(Date.now() - dayMs), utcTime(Date.now() + dayMs)),
    commonName(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(isAuthority ? basicConstraints : alternativeName)),
  );
  return sequence(content, ecdsaWithSha256, bitString(sign('sha256', content, signer)));
}

function der(tag: number, ...parts: readonly (Buffer | string)[]): Buffer {
  const content = Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'hex') : part)),
  );
  const { length } = content;
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), content]);
  const bytes = length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...bytes]), content]);
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return der(0x30, ...parts);
}

function integer(hex: string): Buffer {
  return der(0x02, hex);
}

function oid(hex: string): Buffer {
  return der(0x06, hex);
}

function octets(content: Buffer): Buffer {
  return der(0x04, content);
}

function bitString(content: Buffer): Buffer {
  return der(0x03, '00', content);
}

function commonName(name: string): Buffer {
  return sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(name)))));
}

function utcTime(ms: number): Buffer {
  return der(0x17, Buffer.from(`${new Date(ms).toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`));
}
