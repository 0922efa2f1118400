import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import tls from 'node:tls';
import { afterAll, afterEach, describe, expect, test } from '@jest/globals';
import { SMTPServer } from 'smtp-server';
import { loadConfig } from '../config/config.ts';
import { type CertifiedKey, createAuthority, selfSigned } from '../testing/certificates.ts';
import { testPortal } from '../testing/test-portal.ts';
import { createMailer } from './mailer.ts';

const portal = testPortal();
const folder = mkdtempSync(path.join(tmpdir(), 'portal-certificates-'));
const servers: SMTPServer[] = [];
const publicAuthorities = tls.getCACertificates('default');
afterEach(() => tls.setDefaultCACertificates(publicAuthorities));
afterAll(() => {
  for (const server of servers) server.close();
  rmSync(folder, { recursive: true });
});

const authority = createAuthority('Authority of the provider');
const otherAuthority = createAuthority('Another authority');

/** Starts a mail server that requires a password over TLS. `received` collects passwords and mails. */
async function startMailServer(own: CertifiedKey, secure: boolean) {
  const received: string[] = [];
  const server = new SMTPServer({
    ...own,
    secure,
    onAuth: ({ password }, _session, done) => {
      received.push(password ?? '');
      done(null, { user: 'portal' });
    },
    onData: (stream, _session, done) => {
      stream.on('data', (chunk: Buffer) => received.push(chunk.toString()));
      stream.on('end', () => done());
    },
  });
  // A client that refuses the certificate breaks the handshake.
  server.on('error', () => undefined);
  servers.push(server);
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const address = listening.address();
  const port = typeof address === 'object' ? address?.port : '';
  const url = secure
    ? `smtps://portal:hunter2@localhost:${port}`
    : `smtp://portal:hunter2@localhost:${port}?requireTLS=true`;
  return { url, received };
}

async function sendMail(url: string, trusted?: string) {
  const file = path.join(folder, 'authority.pem');
  if (trusted !== undefined) writeFileSync(file, trusted);
  const config = loadConfig({ SMTP_URL: url, ...(trusted !== undefined && { SMTP_CA_FILE: file }) });
  const [, job] = createMailer(config, portal.database, portal.queue).jobs;
  await job.run({ to: 'staff@dalat.example', replyTo: 'a@dalat.example', subject: 'Hello', text: 'A line' });
}

describe.each([
  ['smtps', true],
  ['STARTTLS', false],
])('with %s', (_protocol, secure) => {
  test('a mail server with a certificate of the named authority receives mails', async () => {
    const { url, received } = await startMailServer(authority.issue('localhost'), secure);
    await sendMail(url, authority.cert);
    expect(received[0]).toBe('hunter2');
    expect(received.join()).toContain('A line');
  });

  test.each([
    ['that no authority has signed', selfSigned('localhost'), undefined, /self-signed/],
    ['that only itself has signed', selfSigned('localhost'), authority.cert, /self-signed/],
    ['of a private authority that is not named', authority.issue('localhost'), undefined, /unable to verify/],
    ['of another authority', otherAuthority.issue('localhost'), authority.cert, /unable to verify/],
    ['for another name', authority.issue('mail.example'), authority.cert, /altnames/],
  ])(
    'a mail server with a certificate %s is refused and receives nothing',
    async (_what, own, trusted, reason) => {
      const { url, received } = await startMailServer(own, secure);
      await expect(sendMail(url, trusted)).rejects.toThrow(reason);
      expect(received).toEqual([]);
    },
  );

  test('the authority that SMTP_CA_FILE names is the only one trusted for the mail server', async () => {
    tls.setDefaultCACertificates([...publicAuthorities, otherAuthority.cert]);
    const { url, received } = await startMailServer(otherAuthority.issue('localhost'), secure);
    await expect(sendMail(url, authority.cert)).rejects.toThrow(
      /self-signed certificate in certificate chain/,
    );
    expect(received).toEqual([]);
    await sendMail(url);
    expect(received.join()).toContain('A line');
  });
});
