// Reads how passwords are stored, tries long, foreign and common passwords under both profiles, and measures logins while
// another customer uses the portal.
import { readFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { newEmail, registrationOf } from '@portal/testbed/fixtures/registration';
import { inParallel } from '@portal/testbed/runner/concurrency';
import { dictionary } from '@zxcvbn-ts/language-common';
import { type CheckBff, withBff } from '../harness/bff.ts';
import { BffClient } from '../harness/bff-client.ts';
import { addCustomer, cloneAccounts, testPassword } from '../harness/bff-customer.ts';
import { type CheckCase, reportCases, tryCase } from '../harness/report.ts';
import { measureLogins } from '../load/login-rate.ts';

const least = { memory: 19_456, passes: 2, saltBytes: 16, hashBytes: 32 };
const targets = { loginsPerSecond: 60, othersMs: 50 };
const commonCount = 3_000;
const common = dictionary['passwords-common'];

const cases: CheckCase[] = [];
const notes: string[] = [];

await withBff(
  async (bff) => {
    const client = new BffClient(bff.url);
    await addCustomer(bff.url);
    await addCustomer(bff.url);
    cases.push(
      ...(await storedHashes(bff)),
      await tryCase('no password in the database or the logs', (problems) => findPasswords(bff, problems)),
    );
    cases.push(
      await accepts(client, 'spec: 16 characters', 'Aa1!aaaaaaaaaaaa'),
      await accepts(client, 'spec: emoji', 'Aa1!😀🦦🗺️x'),
      await refuses(client, 'spec: 17 characters', 'Aa1!aaaaaaaaaaaaa', 'password_length'),
      await refuses(client, 'spec: 128 characters', 'Aa1!'.repeat(32), 'password_length'),
    );
    const written = common
      .slice(0, commonCount)
      .flatMap((word) => [word, capitalized(word), word.toUpperCase()]);
    cases.push(
      await refusesAll(client, `spec: the ${commonCount} most common passwords in three spellings`, written),
    );
    // Common passwords that satisfy the specification's rules with another case.
    const fitting = common.filter((word) =>
      /^(?=.*\d)(?=.*[a-z].*[a-z])(?=.*[@;:()+_{}[\]'$!%*?&\-.,]).{8,16}$/.test(word),
    );
    cases.push(
      await refusesAll(client, 'spec: common passwords that follow its rules', fitting.map(firstLetterUpper)),
    );

    await bff.restart({ PASSWORD_PROFILE: 'nist' });
    const long = Array.from({ length: 128 }, (_, index) =>
      String.fromCodePoint(0x21 + ((index * 37) % 90)),
    ).join('');
    cases.push(
      await accepts(client, 'nist: 128 characters', long),
      await accepts(client, 'nist: 128 emoji', '🦦🗺️😀🌧️🎻🐘🚲🌵🪁🧭'.repeat(20), 128),
      await refuses(client, 'nist: 129 characters', `${long}x`, 'passphrase_length'),
      await refuses(client, 'nist: 14 characters', 'kQvf7Pz&2mLw$y', 'passphrase_length'),
    );
    cases.push(
      await refusesAll(
        client,
        `nist: the ${commonCount} most common passwords`,
        common.slice(0, commonCount),
      ),
    );
    const wide = common.filter((word) => word.length >= 15);
    const doubled = common
      .slice(0, commonCount)
      .map((word) => word + word)
      .filter((word) => word.length >= 15);
    cases.push(
      await refusesAll(client, 'nist: common passwords of 15 characters or more', [
        ...wide,
        ...wide.map(capitalized),
      ]),
      await refusesAll(client, 'nist: common passwords written twice', doubled),
    );
    await bff.restart({});
    cases.push(...(await timing(bff)));
    client.close();
  },
  { RATE_LIMIT_FACTOR: '100000' },
);
reportCases('password-storage', cases, notes);

async function storedHashes({ database }: CheckBff): Promise<CheckCase[]> {
  const { rows } = await database.query<{ hash: string }>('select password_hash as hash from accounts');
  const stored = rows.map(({ hash }) => {
    const [, memory, passes, salt = '', value = ''] =
      /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=\d+\$([^$]+)\$([^$]+)$/.exec(hash) ?? [];
    const isStrong =
      Number(memory) >= least.memory &&
      Number(passes) >= least.passes &&
      Buffer.from(salt, 'base64').length >= least.saltBytes &&
      Buffer.from(value, 'base64').length >= least.hashBytes;
    return { salt, problems: isStrong ? [] : [hash.slice(0, 40)] };
  });
  const salts = new Set(stored.map(({ salt }) => salt));
  return [
    {
      name: `${rows.length} hashes are argon2id with m ≥ ${least.memory}, t ≥ ${least.passes}, a salt of ${least.saltBytes} bytes or more`,
      problems: rows.length > 1 ? stored.flatMap(({ problems }) => problems) : ['there are too few hashes'],
    },
    {
      name: 'equal passwords have different salts',
      problems: salts.size === rows.length ? [] : ['a salt is used twice'],
    },
  ];
}

/** Searches every row of every table, the queue's too, and everything that the server has written. */
async function findPasswords(
  { database, dataFolder, outputFile }: CheckBff,
  problems: string[],
): Promise<void> {
  const { rows } = await database.query<{ name: string }>(`
    select oid::regclass::text as name from pg_class
    where relkind in ('r', 'p') and relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace)`);
  for (const { name } of rows) {
    const found = await database.query(`select from ${name} t where strpos(t::text, $1) > 0`, [testPassword]);
    if (found.rows.length > 0) problems.push(`table ${name}`);
  }
  for (const file of [outputFile, `${dataFolder}/postgres.log`])
    if ((await readFile(file, 'utf8')).includes(testPassword)) problems.push(file);
}

/** Registers with a password, logs in with it, and not with one that differs in its last character. */
function accepts(client: BffClient, name: string, given: string, characters?: number): Promise<CheckCase> {
  const password = characters === undefined ? given : [...given].slice(0, characters).join('');
  return tryCase(`${name} can be chosen and used`, async (problems) => {
    // Throws if the password cannot be chosen, or if the login with it fails.
    const { email } = await addCustomer(client.url, { password });
    const similar = `${[...password].slice(0, -1).join('')}~`;
    const { status } = await client.post('/v1/users/login', { email, password: similar });
    if (status !== 401) problems.push(`login with another last character returned ${status}`);
  });
}

function refuses(client: BffClient, name: string, password: string, code: string): Promise<CheckCase> {
  return tryCase(`${name} is refused`, async (problems) => {
    const found = await refusalOf(client, password);
    if (found !== code) problems.push(`got ${found} instead of ${code}`);
  });
}

async function refusesAll(client: BffClient, name: string, passwords: readonly string[]): Promise<CheckCase> {
  const codes = await inParallel(passwords, 4, (password) => refusalOf(client, password));
  const accepted = passwords.filter((_, index) => !/^pass(?:word|phrase)_/.test(codes[index] ?? ''));
  return {
    name: `${name}: ${passwords.length - accepted.length} of ${passwords.length} refused`,
    problems:
      passwords.length === 0
        ? ['nothing was tried']
        : accepted.slice(0, 3).map((password) => `accepts ${password}`),
  };
}

/** The code with which a password is refused; the status if it is not. */
async function refusalOf(client: BffClient, password: string): Promise<string> {
  const { status, body } = await client.post('/v1/users/register', registrationOf(newEmail(), password));
  return body.errors?.find(({ field }: { field: string }) => field === 'password')?.code ?? String(status);
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function firstLetterUpper(word: string): string {
  return word.replace(/[a-z]/, (letter) => letter.toUpperCase());
}

async function timing(bff: CheckBff): Promise<CheckCase[]> {
  const customer = await addCustomer(bff.url);
  const emails = await cloneAccounts(bff, customer, 200);
  const load = loadavg()[0] ?? 0;
  const { logins, quiet, others } = await measureLogins(bff.url, {
    customer,
    emails,
    password: customer.password,
  });
  notes.push(
    `load of the machine before the measurement: ${load.toFixed(1)}; targets are for two quiet processors`,
  );
  return [
    {
      name: `${logins.toFixed(0)} logins per second; target at least ${targets.loginsPerSecond}`,
      problems: logins >= targets.loginsPerSecond ? [] : ['missed'],
    },
    {
      name: `p99 of other requests meanwhile ${others.toFixed(1)} ms (${quiet.toFixed(1)} ms without logins); target at most ${targets.othersMs} ms`,
      problems: others <= targets.othersMs ? [] : ['missed'],
    },
  ];
}
