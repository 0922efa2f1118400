import { once } from 'node:events';
import { afterAll, describe, expect, test } from '@jest/globals';
import { SMTPServer } from 'smtp-server';
import { loadConfig } from '../config/config.ts';
import {
  type Authority,
  type CertifiedKey,
  refusedCertificates,
  testCertificates,
} from '../testing/certificates.ts';
import { testPortal } from '../testing/test-portal.ts';
import { createMailer } from './mailer.ts';

const portal = testPortal();
const certificates = testCertificates();
const servers: SMTPServer[] = [];
afterAll(() => {
  for (const server of servers) server.close();
});

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

async function sendMail(url: string, trusted?: Authority) {
  const named = trusted !== undefined && { SMTP_CA_FILE: certificates.fileOf(trusted) };
  const config = loadConfig({ SMTP_URL: url, ...named });
  const [, , job] = createMailer(config, portal.database, portal.queue).jobs;
  await job.run({ to: 'staff@dalat.example', replyTo: 'a@dalat.example', subject: 'Hello', text: 'A line' });
}

describe.each([
  ['smtps', true],
  ['STARTTLS', false],
])('with %s', (_protocol, secure) => {
  test('a mail server with a certificate of the named authority receives mails', async () => {
    const { authority } = certificates.created();
    const { url, received } = await startMailServer(authority.localhost, secure);
    await sendMail(url, authority);
    expect(received[0]).toBe('hunter2');
    expect(received.join()).toContain('A line');
  });

  test.each(refusedCertificates)(
    'a mail server with a certificate %s is refused and receives nothing',
    async (_what, own, trusted, reason) => {
      const { url, received } = await startMailServer(own(certificates.created()), secure);
      await expect(sendMail(url, trusted(certificates.created()))).rejects.toThrow(reason);
      expect(received).toEqual([]);
    },
  );

  test('the authority that SMTP_CA_FILE names is the only one trusted for the mail server', async () => {
    const { authority, otherAuthority } = certificates.created();
    certificates.trustPublicly(otherAuthority);
    const { url, received } = await startMailServer(otherAuthority.localhost, secure);
    await expect(sendMail(url, authority)).rejects.toThrow(/self-signed certificate in certificate chain/);
    expect(received).toEqual([]);
    await sendMail(url);
    expect(received.join()).toContain('A line');
  });
});
