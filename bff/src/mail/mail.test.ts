import { setTimeout } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { languages } from '@portal/contract/language';
import { productionEnv } from '../config/production.fixtures.ts';
import { describeError } from '../log.ts';
import { testPassword, testPortal } from '../testing/test-portal.ts';
import { receivingServer } from './mail-server.fixtures.ts';
import { readMailTexts } from './mail-texts.ts';
import { renderMail } from './render-mail.ts';

const smtp = receivingServer();
const portal = testPortal();
const mailSettings = () => ({
  SMTP_URL: `smtp://127.0.0.1:${smtp.port()}`,
  MAIL_FROM: 'portal@dalat.example',
});
const working = testPortal(mailSettings);
const production = testPortal(() => ({ ...productionEnv, ...mailSettings() }));

test.each(languages)('the mails in %s have the same placeholders as the English ones', (language) => {
  const texts = readMailTexts();
  const places = (mails: object) =>
    Object.entries(mails).map(([name, mail]) => [
      name,
      [...JSON.stringify(mail).matchAll(/\{\{\w+\}\}/g)].map(String).sort(),
    ]);
  const inLanguage = texts.get(language)?.mails ?? {};
  expect(places(inLanguage).map(([name, some]) => [name, [...new Set(some)]])).toEqual(
    places(texts.get('en')?.mails ?? {}).map(([name, some]) => [name, [...new Set(some)]]),
  );
});

test('the mails in Polish address customers formally', () => {
  const polish = readMailTexts().get('pl');
  if (polish === undefined) throw new Error('no Polish mails');
  const { ignore, mails } = polish;
  const texts = [ignore, ...Object.values(mails).flatMap(({ subject, lines }) => [subject, ...lines])];
  // The second person singular and its imperatives. Buttons have them, as everywhere in the portal.
  const familiar =
    /(?:^|\s)(?:ty|tw[oó]\p{L}*|masz|chcesz|możesz|\p{L}+asz|potwierdź|otwórz|doładuj|ustaw|napisz|wpisz|zignoruj)(?![\p{L}])/iu;
  expect(texts.length).toBeGreaterThan(50);
  expect(texts.filter((text) => familiar.test(text))).toEqual([]);
});

test('escapes customer text in HTML and keeps it out of headers', () => {
  const texts = readMailTexts().get('en');
  if (texts === undefined) throw new Error('no English mails');
  const values = { name: '<b>Ann</b>', subject: 'x', number: '1\r\nBcc: all@example.com', brand: 'Dalat' };
  const mail = renderMail(texts, { language: 'en', mail: 'support_received', values });
  expect(mail.html).toContain('&lt;b&gt;Ann&lt;/b&gt;');
  expect(mail.subject).not.toMatch(/[\r\n]/);
});

test('lists the newest mail first in the development mailbox', async () => {
  const client = await portal.customer();
  await client.post('/v1/accounts/support', { subject: 'First', body: 'x' });
  await portal.mails();
  await client.post('/v1/accounts/support', { subject: 'Second', body: 'x' });
  await portal.mails();
  const response = await portal.visitor().get('/dev/mail');
  expect(response.body.items[0].subject + response.body.items[1].subject).toContain('Second');
  expect(response.body.items).toHaveLength(4);
});

test('mails to an unconfirmed address do not repeat the name that somebody chose', async () => {
  const name = 'Win at https://evil.co';
  const { email } = await portal.account({ name, email_confirmed_at: null });
  const other = await portal.customer({ name });
  const requests = [
    portal.visitor().post('/v1/users/password:restore', { email }),
    portal.visitor().post('/v1/users/confirm', { email, resend: true }),
    other.put('/v1/accounts/profile', { email: 'stranger@example.com', current_password: testPassword }),
  ];
  for (const { status } of await Promise.all(requests)) expect(status).toBeLessThan(300);
  const mails = (await portal.mails()).filter(({ to }) => to === email || to === 'stranger@example.com');
  expect(mails).toHaveLength(3);
  for (const { text, html } of mails) {
    expect(text + html).not.toContain('evil.co');
    expect(text).toMatch(/^Hello,\n/);
  }
});

test('sends mails with SMTP_URL and serves no development mailbox', async () => {
  const client = await production.customer();
  await client.post('/v1/accounts/support', { subject: 'Mail me', body: 'Line\n.\nend' });
  expect(await production.mails()).toEqual([]);
  const [toStaff, toCustomer] = smtp.received.sort(
    (a, b) => Number(b.includes('To: support@')) - Number(a.includes('To: support@')),
  );
  expect(toStaff).toContain(`Reply-To: ${client.account.email}`);
  expect(toCustomer).toContain('From: portal@dalat.example');
  expect(toCustomer).toContain('text/html');
  expect((await production.visitor().get('/dev/mail')).status).toBe(404);
});

test('mails one recipient, whatever characters the address has', async () => {
  const { database, context, queue } = production;
  for (const email of ['foo,victim@corp.example', 'foo@a.example, victim@corp.example'])
    await database.asBackground((tx) =>
      context.mailer.sendPlain(tx, { to: email, replyTo: 'a@b.example', subject: 'One', text: 'One' }),
    );
  // The server may refuse such a recipient, and the job is repeated.
  await queue.runWaiting().catch(() => undefined);
  expect(smtp.recipients).not.toContain('victim@corp.example');
});

test('an error of the mail server is described without the recipient, whom the server names', async () => {
  const { database, context, queue } = production;
  smtp.refuseOnce('refused@example.com');
  const mail = { to: 'refused@example.com', replyTo: 'a@b.example', subject: 'One', text: 'One' };
  await database.asBackground((tx) => context.mailer.sendPlain(tx, mail));
  const described = JSON.stringify(describeError(await queue.runWaiting().catch((error: unknown) => error)));
  expect(JSON.parse(described)).toMatchObject({
    type: 'MailError',
    message: 'the mail was not sent',
    code: 'EENVELOPE',
    responseCode: 451,
    command: 'RCPT TO',
  });
  expect(described).not.toContain('refused@');
});

const recipient = { name: 'Ann', language: 'en' } as const;
const restoration = { token: 'rst', email: 'ann@example.com', minutes: '10' };

test('mails that the server takes slowly keep no other mail waiting, however many they are', async () => {
  const { database, context, queue } = working;
  const send = (email: string) =>
    database.asBackground((tx) => context.mailer.send(tx, { ...recipient, email }, 'restore', restoration));
  const isReceived = (to: string) => smtp.received.some((text) => text.includes(`To: ${to}`));
  await queue.work();
  const { asked, release } = smtp.hold('slow@example.com');
  await send('slow@example.com');
  const waiting = await asked;
  await send('next@example.com');
  while (!isReceived('next@example.com')) await setTimeout(50);
  expect(smtp.closed).not.toContain(waiting);
  const further = Array.from({ length: 80 }, (_, index) => `slow-${index}@example.com`);
  const held = further.map((to) => smtp.hold(to));
  for (const to of further) await send(to);
  await send('last@example.com');
  while (!isReceived('last@example.com')) await setTimeout(50);
  // Repeated, those that were stopped arrive too.
  for (const one of held) one.release();
  release();
  while (!further.every(isReceived)) await setTimeout(50);
}, 60_000);

test('mails to addresses that nobody has confirmed wait for the others', async () => {
  const { context, database } = portal;
  await portal.mails();
  for (const [email, email_confirmed_at] of [
    ['new@example.com', null],
    ['known@example.com', '2026-05-01T00:00:00Z'],
  ] as const)
    await database.asBackground((tx) =>
      context.mailer.send(tx, { ...recipient, email, email_confirmed_at }, 'restore', restoration),
    );
  const [second, first] = await portal.mails();
  expect([first?.to, second?.to]).toEqual(['known@example.com', 'new@example.com']);
});

test('mails links of the public address, whatever host the request names', async () => {
  const { email } = await production.account();
  const headers = {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    origin: productionEnv.PUBLIC_URL,
  };
  await production.visitor().post('/v1/users/password:restore', { email }, headers);
  await production.mails();
  const mail = smtp.received.find((text) => text.includes(`To: ${email}`)) ?? '';
  expect(mail.replaceAll('=\r\n', '')).toContain('https://portal.example/change?token=3Drst_');
  expect(mail).not.toContain('evil.example');
});
