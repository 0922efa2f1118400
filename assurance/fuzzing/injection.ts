// Puts texts that act in a statement, a shell, a template, a path, a header, a mail or a page into every member of every
// endpoint and into the headers, and looks for their effect: in all statements of the database, in mails and in responses.
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { EndpointId } from '@portal/contract/endpoints';
import { demo } from '@portal/testbed/fixtures/account';
import fc from 'fast-check';
import { type CheckBff, withBff } from '../harness/bff.ts';
import { endpointTable } from '../harness/live-requests.ts';
import { type CheckCase, reportCases } from '../harness/report.ts';
import { createCustomer, type Exchange } from './fuzzing-customer.ts';
import { plausiblePlans, type RequestPlan } from './request-plans.ts';
import { judge } from './response-problems.ts';
import { logStatements } from './statement-log.ts';
import { sweepPlans } from './sweep-plans.ts';

/** Stands in every text, so that its traces can be recognized. */
const mark = 'zq7x';
/** Stands in a statement of the check itself, which must be found. */
const control = 'spliced-by-the-check';
const product = String(91 * 7919);
/** Values of columns that are not text, and faults of statements, which only a spliced text can cause. */
const faultStates = /^(?:22|42)/;
const leastHandled = 300;

const headers = [
  'user-agent',
  'accept-language',
  'referer',
  'x-request-id',
  'x-forwarded-for',
  'idempotency-key',
  'accept',
  'cookie',
];
const headerEndpoints: readonly EndpointId[] = [
  'login',
  'getProfile',
  'restorePassword',
  'createTicket',
  'listPayments',
];

const { values } = parseArgs({ args: process.argv.slice(3), options: { seed: { type: 'string' } } });
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));

await withBff(
  async (bff) => {
    const readEntries = await logStatements(bff);
    await bff.database.query(`select '${mark} ${control}'`);
    const visits: string[] = [];
    const listener = createServer((request, response) => {
      visits.push(String(request.url));
      response.end();
    }).listen(0, '127.0.0.1');
    await once(listener, 'listening');
    const address = listener.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const file = path.join(bff.dataFolder, `${mark}-file`);

    const customer = await createCustomer(bff, { account: demo });
    await customer.logIn();
    const texts = actingTexts({ address: `127.0.0.1:${port}`, file });
    const plans = [...sweepPlans(seed, texts), ...headerPlans(texts)];
    const exchanges: Exchange[] = [];
    for (const plan of plans) exchanges.push(await customer.exchange(plan));
    customer.close();

    const entries = await readEntries('end-of-the-check');
    const spliced = entries.filter(({ text }) => text.includes(mark));
    const faults = entries.filter(({ state }) => faultStates.test(state));
    const judged = exchanges.map((exchange) => ({ exchange, ...judge(exchange, texts) }));
    const handled = judged.filter(
      ({ outcome }) => outcome === 'succeeded' || outcome === 'refused by the handler',
    );
    const cases: CheckCase[] = [
      {
        name: `${entries.length} statements and messages of the database were read, that of the check itself among them`,
        problems: spliced.some(({ text }) => text.includes(control)) ? [] : ['it is not recognized'],
      },
      {
        name: 'no text became part of a statement',
        problems: first(spliced.filter(({ text }) => !text.includes(control)).map(aroundMark)),
      },
      {
        name: 'no text caused a fault of a statement or of a value',
        problems: first(faults.map(({ state, text }) => `${state} ${text}`)),
      },
      { name: 'no text ran as a command', problems: existsSync(file) ? ['a file was created'] : [] },
      { name: 'no text made the server connect', problems: first(visits) },
      { name: 'no response shows an effect', problems: first(exchanges.flatMap(effectsIn)) },
      { name: 'no mail shows an effect', problems: first(await effectsInMails(bff)) },
      {
        name: 'every response is one of the contract',
        problems: first(
          judged.flatMap(({ exchange, problems }) => problems.map((one) => `${exchange.plan.id}: ${one}`)),
        ),
      },
      {
        name: `${handled.length} of ${exchanges.length} requests ran a handler; target at least ${leastHandled}`,
        problems: handled.length >= leastHandled ? [] : ['missed'],
      },
    ];
    listener.close();
    reportCases('injection', cases, [`${texts.length} texts, seed ${seed}`]);
  },
  {
    RATE_LIMIT_FACTOR: '100000',
    DEMO_ACCOUNT: 'true',
    LOG_LEVEL: 'fatal',
    DATABASE_TIMEOUT_SECONDS: '60',
    WEBHOOK_TARGETS: 'public',
  },
);

/** The part of a statement where the mark stands. */
function aroundMark({ text }: { text: string }): string {
  const at = text.indexOf(mark);
  return text.slice(Math.max(0, at - 120), at + 60);
}

/** Texts that have an effect where they become code, a path, an address or a line. */
function actingTexts({ address, file }: { address: string; file: string }): string[] {
  return [
    `${mark}'`,
    `${mark}"`,
    `1' or '${mark}'='${mark}`,
    `1 or 1=1 --${mark}`,
    `'; select pg_sleep(0), '${mark}' --`,
    `'||(select '${mark}')||'`,
    `asc, (select '${mark}')`,
    `${mark}\\`,
    `$(touch ${file})`,
    `\`touch ${file}\``,
    `|| touch ${file} #`,
    `{{91*7919}}\${91*7919}<%=91*7919%>#{91*7919}`,
    '../../../../../../etc/passwd',
    '..%2f..%2f..%2f..%2f..%2fetc/passwd',
    `http://${address}/${mark}`,
    `//${address}/${mark}`,
    `${mark}\r\nX-Injected: ${mark}\r\nBcc: ${mark}@example.com`,
    `${mark}@example.com\nBcc: other@example.com`,
    `<${mark} onload=x>`,
  ];
}

/** The texts in headers; Node sends no line break in a header. */
function headerPlans(texts: readonly string[]): RequestPlan[] {
  const sendable = texts.filter((text) => !/[\r\n]/.test(text));
  return endpointTable
    .filter(([id]) => headerEndpoints.includes(id))
    .flatMap(([id, endpoint]) => {
      const cases = headers.flatMap((name) => sendable.map((text) => ({ [name]: text })));
      const plans = fc.sample(plausiblePlans(id, endpoint), { seed, numRuns: cases.length });
      return plans.map((plan, index) => ({ ...plan, headers: { ...plan.headers, ...cases[index] } }));
    });
}

/** What a response has that the texts would cause: the product of a template, lines of a file, a header, an element. */
function effectsIn({ plan, response }: Exchange): string[] {
  if (response === undefined) return [];
  const { text, headers } = response;
  const type = String(headers['content-type']);
  const effects = [
    ...(text.includes(product) ? ['computed a template'] : []),
    ...(/^root:.*:0:0:/m.test(text) ? ['contains a file'] : []),
    ...('x-injected' in headers ? ['has an injected header'] : []),
    ...(type.includes('html') && text.includes(`<${mark}`) ? ['contains an element'] : []),
  ];
  return effects.map((effect) => `${plan.id} ${effect}`);
}

interface Mail {
  recipient: string;
  subject: string;
  text: string;
  html: string;
}

async function effectsInMails({ database }: CheckBff): Promise<string[]> {
  const { rows } = await database.query<Mail>('select recipient, subject, text, html from dev_mail');
  if (!rows.some(({ text }) => text.includes(mark))) return ['no mail contains a text, so none was tried'];
  return rows.flatMap(({ recipient, subject, text, html }) => [
    ...(/[\r\n]/.test(recipient + subject) ? [`a line break in the header: ${subject}`] : []),
    ...(/[\s,;<>]/.test(recipient) ? [`another recipient: ${recipient}`] : []),
    ...(html.includes(`<${mark}`) ? [`an element in the HTML of ${subject}`] : []),
    ...((subject + text + html).includes(product) ? [`a computed template in ${subject}`] : []),
  ]);
}

function first(problems: readonly string[]): string[] {
  const shown = problems.slice(0, 5).map((problem) => problem.slice(0, 300));
  return problems.length > shown.length ? [...shown, `${problems.length} in all`] : shown;
}
