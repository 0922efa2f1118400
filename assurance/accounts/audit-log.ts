// Causes every event of the security log and reads the log of the process: one record each, without secrets or forged
// lines. Then changes the log in the ways in which an intruder would, which the verification must report.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { waitFor } from '@portal/testbed/runner/concurrency';
import { type CheckBff, withBff } from '../harness/bff.ts';
import { type CheckCase, reportCases } from '../harness/report.ts';
import { tamper } from './audit-tampering.ts';
import {
  createPlay,
  type PlayedEvent,
  playBotCheck,
  playOrdinaryEvents,
  playRateLimit,
} from './security-events.ts';

const leastEvents = 25;
const secretsKey = Buffer.alloc(32, 5).toString('base64');
const settings = {
  PORTAL_ENV: 'staging',
  LOG_LEVEL: 'info',
  SECRETS_KEY: secretsKey,
  RATE_LIMIT_FACTOR: '1000',
};

const members = new Set(
  'level time reqId event account_id session_id ip how msg chain chain_record chain_mac'.split(' '),
);

/** What a secret looks like, whichever it is. */
const patterns = [/\$argon2/, /-----BEGIN/, /\b(?:cnf|rst|eml|rev)_[\w-]{20,}/, /postgres:\/\/[^@\s]+@/];

type LogRecord = Readonly<Record<string, unknown>>;

await withBff(async (bff) => {
  const stage = createPlay(bff);
  await playOrdinaryEvents(stage);
  await bff.restart({ BOT_CHECK: 'altcha' });
  await playBotCheck(stage);
  await bff.restart({ RATE_LIMIT_FACTOR: '1' });
  await playRateLimit(stage);

  const lines = await untilWritten(bff, stage.played);
  const records = lines.flatMap(parseLine);
  const accounts = await accountsByEmail(bff);
  const security = records.filter(({ msg }) => msg === 'security');
  const events = new Set(security.map(({ event }) => event));
  const secrets = [...stage.secrets, ...(await storedSecrets(bff))];
  const databaseLog = await readFile(path.join(bff.dataFolder, 'postgres.log'), 'utf8');
  const found = secretsIn([...lines, databaseLog].join('\n'), secrets);
  const cases: CheckCase[] = [
    ...stage.played.map((played) => recordCase(played, security, accounts)),
    {
      name: `${events.size} different events; target at least ${leastEvents}`,
      problems: events.size >= leastEvents ? [] : ['missed'],
    },
    {
      name: `${lines.length} lines, each one JSON object`,
      problems: lines
        .filter((line) => parseLine(line).length === 0)
        .map((line) => `not JSON: ${line.slice(0, 60)}`),
    },
    {
      name: 'no forged record',
      problems: security.filter(({ event }) => event === 'forged').map((record) => JSON.stringify(record)),
    },
    { name: `none of ${secrets.length} secrets in the logs`, problems: found },
    {
      name: 'control: a secret that is written to the log is found',
      problems: secretsIn(`${lines[0]}{"note":"${secrets[0]}"}`, secrets).length === 1 ? [] : ['not found'],
    },
    ...(await tamper(bff, { lines, secretsKey })),
  ];
  reportCases('audit-log', cases, [
    `${stage.played.length} requests, ${security.length} security records; target: the expected records each, at least ${leastEvents} events`,
  ]);
}, settings);

/** Waits until the log holds the last request and the database the last record of the running process. */
async function untilWritten(bff: CheckBff, played: readonly PlayedEvent[]): Promise<string[]> {
  const last = played.at(-1)?.requestId ?? '';
  return waitFor('the log was incomplete', async () => {
    const log = await readFile(bff.outputFile, 'utf8');
    const macs = [...log.matchAll(/"chain_mac":"([\w-]+)"/g)].map(([, mac]) => mac);
    const stored = await bff.database.query('select from audit_chains where mac = $1', [macs.at(-1)]);
    const isComplete = log.includes(last) && log.endsWith('\n') && stored.rows.length === 1;
    return isComplete ? log.trimEnd().split('\n') : undefined;
  });
}

function parseLine(line: string): LogRecord[] {
  try {
    const record: unknown = JSON.parse(line);
    return typeof record === 'object' && record !== null ? [{ ...record }] : [];
  } catch {
    return [];
  }
}

function recordCase(
  { events, requestId, email, status }: PlayedEvent,
  security: readonly LogRecord[],
  accounts: ReadonlyMap<string, string>,
): CheckCase {
  const written = security.filter(({ reqId }) => reqId === requestId);
  const names = written.map(({ event }) => String(event));
  const account = email === undefined ? undefined : accounts.get(email);
  const problems = names.join() === events.join() ? [] : [`the records are: ${names.join(', ') || 'none'}`];
  for (const record of written) {
    const { time, ip, account_id, event } = record;
    if (!/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(String(time)))
      problems.push(`${event}: time ${time}`);
    if (ip !== '127.0.0.1') problems.push(`${event}: address ${ip}`);
    if (account_id !== account) problems.push(`${event}: account ${account_id} instead of ${account}`);
    const unknown = Object.keys(record).filter((name) => !members.has(name));
    if (unknown.length > 0) problems.push(`${event}: unexpected members ${unknown}`);
  }
  return { name: `${events.join(' and ') || 'no record'} → ${status}`, problems };
}

async function accountsByEmail({ database }: CheckBff): Promise<Map<string, string>> {
  const { rows } = await database.query<{ email: string; account_id: string }>(
    'select email, account_id from accounts',
  );
  return new Map(rows.map(({ email, account_id }) => [email, account_id]));
}

/** Secrets of the portal itself, and the password hashes of its customers. */
async function storedSecrets({ database, dataFolder }: CheckBff): Promise<string[]> {
  const { rows } = await database.query<{ hash: string }>('select password_hash as hash from accounts');
  const files = ['postgres-password', 'portal-owner-password', 'portal-server-password'].map((name) =>
    path.join(dataFolder, name),
  );
  const passwords = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  return [secretsKey, ...rows.map(({ hash }) => hash), ...passwords.map((password) => password.trim())];
}

function secretsIn(log: string, secrets: readonly string[]): string[] {
  const words = new Set(log.match(/[\w-]+/g));
  // A secret of one word must be a word of the log; inside a longer word it is a coincidence.
  const known = secrets.filter((secret) =>
    /^[\w-]+$/.test(secret) ? words.has(secret) : log.includes(secret),
  );
  const similar = patterns.filter((pattern) => pattern.test(log)).map(String);
  return [...known, ...similar].map((secret) => `contains ${secret}`);
}
