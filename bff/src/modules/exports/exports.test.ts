import { beforeAll, expect, test } from '@jest/globals';
import { sql } from '../../database/sql.ts';
import { readXlsx } from '../../testing/read-xlsx.ts';
import { type TestCustomer, testPortal } from '../../testing/test-portal.ts';
import { noneQueued, queued } from '../../testing/waiting-transactions.ts';
import { givenService } from '../services/services.fixtures.ts';
import { givenCalls } from '../traffic/cdr.fixtures.ts';
import { givenMessages } from '../traffic/messages.fixtures.ts';

// The statement that waits for a lock must end because it is canceled, before its limit ends it.
const portal = testPortal({ DATABASE_TIMEOUT_SECONDS: '60' });
const canceledWithinMs = 45_000;
let customer: TestCustomer;
let calls: string;
let messages: string;
const days = 'start_date=2026-10-24&end_date=2026-10-26';

/** Follows a link: a browser sends the cookie, and none of the pages' own headers. */
const download = (url: string, { cookies } = customer) => portal.app.inject({ method: 'GET', url, cookies });
const linesOf = (body: string) => body.slice(1).split('\r\n').slice(0, -1);

/** A German account in Tallinn, with calls on both sides of the clock change of 25 October, 01:00 UTC. */
beforeAll(async () => {
  customer = await portal.customer({ language: 'de', timezone: 'Europe/Tallinn' });
  const { account_id } = customer.account;
  const voicing = await givenService(portal.database, account_id);
  const messaging = await givenService(portal.database, account_id, { type: 'messaging' });
  calls = `/v1/services/${voicing.service_id}/cdr`;
  messages = `/v1/services/${messaging.service_id}/messages`;
  await givenCalls(portal.database, { account_id, service_id: voicing.service_id }, [
    { cdr_id: 'cdr_1', call_id: 'a@b', started: '2026-10-25T00:30:00.900Z', price: '1.234567' },
    {
      cdr_id: 'cdr_2',
      call_id: '-c@d',
      started: '2026-10-25T01:30:00Z',
      result: 'no_answer',
      number_from: '0049301234',
      number_to: '112',
      country: null,
      destination: '=HYPERLINK("http://x")',
      pdd_ms: null,
    },
    {
      cdr_id: 'cdr_3',
      started: '2026-10-26T10:00:00Z',
      country: 'fi',
      duration_seconds: 301,
      rated: false,
    },
  ]);
  await givenMessages(portal.database, { account_id, service_id: messaging.service_id }, [
    {
      message_id: 'msg_1',
      created: '2026-10-25T00:30:00Z',
      sender: 'DALAT',
      status: 'delivered',
      client_ref: '007',
    },
    { message_id: 'msg_2', created: '2026-10-25T09:00:00Z', status: 'failed', error_code: '0x000B' },
  ]);
});

test('calls open in a spreadsheet of the language, with the zone and the offset of each time', async () => {
  const { statusCode, headers, body } = await download(`${calls}/export?${days}&order=started`);
  expect(statusCode).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8; header=present',
    'content-disposition': expect.stringMatching(
      /^attachment; filename="calls_svc_\w+_2026-10-24_2026-10-26.csv"$/,
    ),
    'cache-control': 'no-store',
  });
  expect(body.startsWith('\uFEFF')).toBe(true);
  expect(linesOf(body)).toEqual([
    'Zeit (Europe/Tallinn);UTC-Abweichung;Richtung;Von;An;Land;Ziel;Ergebnis;Dauer (s);Abgerechnet (s);Rufaufbauzeit (ms);Preis;Währung;ID;SIP-Call-ID',
    "2026-10-25 03:30:00;UTC+03:00;Ausgehend;'+3726001200;'+493023125101;Deutschland;Germany Berlin;Angenommen;60;60;1500;1,234567;EUR;cdr_1;a@b",
    `2026-10-25 03:30:00;UTC+02:00;Ausgehend;'0049301234;112;;"'=HYPERLINK(""http://x"")";Keine Antwort;0;0;;0,000000;EUR;cdr_2;'-c@d`,
    expect.stringMatching(/^2026-10-26 12:00:00;UTC\+02:00;.*;Finnland;.*;301;301;1500;;EUR;cdr_3;/),
  ]);
});

test('a workbook has moments, numbers and texts', async () => {
  const { headers, rawPayload } = await download(`${calls}/export?${days}&order=started&format=xlsx`);
  expect(headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
  const { name, rows } = readXlsx(rawPayload);
  expect(name).toBe('Anrufe');
  const [heading, first, second, third] = rows;
  expect(heading?.slice(0, 4)).toEqual(['Zeit (Europe/Tallinn)', 'UTC-Abweichung', 'Richtung', 'Von']);
  expect(first).toEqual([
    new Date('2026-10-25T03:30:00Z'),
    'UTC+03:00',
    'Ausgehend',
    '+3726001200',
    '+493023125101',
    'Deutschland',
    'Germany Berlin',
    'Angenommen',
    60,
    60,
    1500,
    1.234567,
    'EUR',
    'cdr_1',
    'a@b',
  ]);
  expect(second?.slice(3, 7)).toEqual(['0049301234', '112', null, '=HYPERLINK("http://x")']);
  expect(third?.[11]).toBeNull();
});

test.each([
  ['result=no_answer', ['cdr_2']],
  ['country=fi,de', ['cdr_3', 'cdr_1']],
  ['number_to=*2312*&order=duration_seconds', ['cdr_1', 'cdr_3']],
  ['order=-duration_seconds', ['cdr_3', 'cdr_1', 'cdr_2']],
  ['order=price', ['cdr_2', 'cdr_3', 'cdr_1']],
])('%s exports the rows of the list in its order', async (filter, ids) => {
  const listed = await customer.get(`${calls}?${days}&${filter}`);
  expect(listed.body.items.map(({ cdr_id }: { cdr_id: string }) => cdr_id)).toEqual(ids);
  const { body } = await download(`${calls}/export?${days}&${filter}`);
  expect(
    linesOf(body)
      .slice(1)
      .map((line) => line.split(';').at(-2)),
  ).toEqual(ids);
});

test('messages are exported with their status, and without their texts', async () => {
  const { body } = await download(`${messages}/export?${days}`);
  expect(linesOf(body)).toEqual([
    'Zeit (Europe/Tallinn);UTC-Abweichung;Richtung;Von;An;Land;Netz;Status;Teile;Preis;Währung;Fehlercode;ID;Ihre Referenz',
    expect.stringMatching(/^2026-10-25 11:00:00;UTC\+02:00;.*;Fehlgeschlagen;.*;0x000B;msg_2;/),
    expect.stringMatching(/^2026-10-25 03:30:00;UTC\+03:00;.*;DALAT;.*;Zugestellt;.*;msg_1;'007$/),
  ]);
  const pending = await download(`${messages}/export?${days}&status=failed`);
  expect(linesOf(pending.body)).toHaveLength(2);
});

test('a history without rows has headings', async () => {
  const { body } = await download(`${calls}/export?start_date=2026-09-01&end_date=2026-09-01`);
  expect(linesOf(body)).toHaveLength(1);
  const workbook = await download(`${calls}/export?start_date=2026-09-01&end_date=2026-09-01&format=xlsx`);
  expect(readXlsx(workbook.rawPayload).rows).toHaveLength(1);
});

test.each([
  ['format=pdf', 'filter_invalid'],
  ['order=password', 'order_invalid'],
  ['start_date=2025-01-01&end_date=2026-11-20', 'range_too_long'],
])('refuses %s with %s', async (query, code) => {
  expect((await download(`${calls}/export?${query}`)).json()).toMatchObject({ code });
});

test('belongs to its account alone', async () => {
  const stranger = await portal.customer();
  for (const url of [`${calls}/export`, `${messages}/export`])
    expect((await download(url, stranger)).json()).toMatchObject({ code: 'service_not_found' });
  expect((await portal.app.inject({ url: `${calls}/export` })).json()).toMatchObject({
    code: 'unauthenticated',
  });
});

test('HEAD says whether a file would be sent, and reads no rows for it', async () => {
  const ask = (url: string, { cookies } = customer) => portal.app.inject({ method: 'HEAD', url, cookies });
  await portal.database.asBackground(async (tx) => {
    await tx.run(sql`lock table cdrs in access exclusive mode`);
    const { statusCode, headers } = await ask(`${calls}/export?${days}&format=xlsx`);
    expect(statusCode).toBe(200);
    expect(headers['content-disposition']).toMatch(/^attachment; filename="calls_svc_\w+_2026.*\.xlsx"$/);
    // The length of the file is not known yet.
    expect(headers).not.toHaveProperty('content-length');
  });
  expect(await ask(`${calls}/export?order=password`)).toMatchObject({ statusCode: 422, body: '' });
  expect(await ask(`${calls}/export`, await portal.customer())).toMatchObject({ statusCode: 404 });
  expect(await portal.app.inject({ method: 'HEAD', url: `${messages}/export` })).toMatchObject({
    statusCode: 401,
  });
});

test('CSV in the order of time has any number of rows, each once; other files have up to 10,000', async () => {
  const { account_id } = customer.account;
  const service_id = calls.split('/')[3] ?? '';
  const [call] = await givenCalls(portal.database, { account_id, service_id }, [
    { started: '2026-08-01T10:00:00.123Z' },
  ]);
  // Many have the same moment: rows of a portion end between them.
  const copies = (count: number, from: number) =>
    portal.database.asBackground((tx) =>
      tx.run(sql`
        insert into cdrs
        select copy.* from generate_series(${from}::int, ${from + count - 1}::int) n,
          jsonb_populate_record(null::cdrs,
            ${JSON.stringify({ ...call, account_id, service_id })}::jsonb || jsonb_build_object('cdr_id', 'cdr_copy' || n)) copy`),
    );
  await copies(9_999, 1);
  const august = `${calls}/export?start_date=2026-08-01&end_date=2026-08-01`;
  for (const other of ['order=price', 'order=price&format=xlsx'])
    expect((await download(`${august}&${other}`)).statusCode).toBe(200);
  await copies(2_001, 10_000);
  for (const order of ['started', '-started']) {
    const lines = linesOf((await download(`${august}&order=${order}`)).body).slice(1);
    const ids = lines.map((line) => line.split(';').at(-2) ?? '');
    expect(new Set(ids).size).toBe(12_001);
    expect(ids).toHaveLength(12_001);
    expect(ids).toEqual(ids.toSorted((a, b) => (a < b ? -1 : 1) * (order === 'started' ? 1 : -1)));
  }
  for (const other of ['order=price', 'format=xlsx'])
    expect((await download(`${august}&${other}`)).json()).toMatchObject({ code: 'range_too_long' });
});

test(
  'the database cancels an export whose browser has gone',
  async () => {
    const url = await portal.app.listen({ port: 0, host: '127.0.0.1' });
    const leaving = new AbortController();
    const cookie = Object.entries(customer.cookies)
      .map(([name, value]) => `${name}=${value}`)
      .join('; ');
    await portal.database.asBackground(async (tx) => {
      await tx.run(sql`lock table cdrs in access exclusive mode`);
      const sent = fetch(`${url}${calls}/export`, { headers: { cookie }, signal: leaving.signal });
      sent.catch(() => undefined);
      await queued(portal.database, 1);
      leaving.abort();
      await expect(sent).rejects.toThrow('aborted');
      await noneQueued(portal.database);
    });
  },
  canceledWithinMs,
);
