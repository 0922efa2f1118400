// Visitors open pages of five canaries: an honest one, and ones that hang, are silent, are slow or are surrounded by forged
// reports. In every round the guard has to promote the good ones and to halt the bad ones.
import { scratchPortal } from '@portal/federation-cli/scratch-portal';
import { isInCanary } from '@portal/federation-contract/portal-visit';
import { type CheckBff, withBff } from '../harness/bff.ts';
import { BffClient } from '../harness/bff-client.ts';
import { type CheckCase, reportCases } from '../harness/report.ts';

type Kind = 'honest' | 'hanging' | 'silent' | 'slow' | 'forged';
const kinds: readonly Kind[] = ['honest', 'hanging', 'silent', 'slow', 'forged'];
const rounds = 20;
const share = 50;
/** Seconds after which a page without a report counts as failed. */
const silence = 5;
/** Seconds over which the visitors of a round arrive: a busy machine serves them without a queue. */
const arrivals = 15;
/** One visitor in 25 leaves before anything is reported, whatever the release. */
const leavesEarly = 25;
const loaded = { outcome: { result: 'loaded' } } as const;
const failed = { outcome: { result: 'failed', stage: 'render', reference: null } } as const;
const opsToken = 'token-of-the-check-0123456789-0123456789';

const scratch = scratchPortal({ OPS_TOKEN: opsToken });
const run = async (line: string) => {
  const { code, err } = await scratch.portal(line);
  if (code !== 0) throw new Error(`portal ${line}: ${err}`);
};
const cases: CheckCase[] = [];
try {
  await run('keys create');
  const html =
    '<html lang="{{language}}"><meta name="page-token" content="{{token}}" /><style>p{}</style><script>start()</script></html>';
  scratch.build('host', { version: '0.1.0', files: { 'index.html': html } });
  await run('publish host');
  for (const kind of kinds) await publish(kind, 0);
  await run(`deploy host@0.1.0 ${kinds.map((kind) => `${kind}@0.1.0`).join(' ')} --reason first`);
  const { publicKey } = await scratch.json<{ publicKey: string }>('keys show');
  await withBff(
    async (bff) => {
      for (let round = 1; round <= rounds; round += 1) cases.push(...(await playRound(bff, round)));
    },
    {
      PORTAL_DIR: `${scratch.folder}/var/portal`,
      COMPOSITION_PUBLIC_KEY: publicKey,
      OPS_TOKEN: opsToken,
      RATE_LIMIT_FACTOR: '1000',
    },
  );
} finally {
  scratch.remove();
}
reportCases('guard-verdicts', cases);

/** Publishes a release of an area that anybody may open: its visitors count by address. */
async function publish(kind: Kind, round: number): Promise<string> {
  const version = `0.1.${round}`;
  scratch.build(kind, { version, area: { access: 'anonymous' } });
  await run(`publish ${kind}`);
  return version;
}

/** In odd rounds the forger attacks a good canary, in even rounds he hides the failures of a bad one. */
function isBad(kind: Kind, round: number): boolean {
  return kind !== 'honest' && (kind !== 'forged' || round % 2 === 0);
}

async function playRound(bff: CheckBff, round: number): Promise<CheckCase[]> {
  const active = await activeVersions();
  for (const kind of kinds) {
    const version = await publish(kind, round);
    await run(`canary ${kind}@${version} --percent ${share}`);
  }
  await Promise.all(kinds.map((kind) => visitArea(bff.url, kind, round, active[kind] ?? '')));
  await new Promise((resolve) => setTimeout(resolve, (silence + 0.5) * 1000));
  const limits = `--url ${bff.url} --silence ${silence}`;
  const found: CheckCase[] = [];
  const problemsOf = new Map<Kind, string[]>();
  for (const kind of kinds) {
    const { code, err } = await scratch.portal(`promote ${kind}@0.1.${round} --require-verdict ${limits}`);
    const expected = isBad(kind, round) ? 3 : 0;
    problemsOf.set(kind, code === expected ? [] : [`promote ended with ${code}: ${err}`]);
  }
  const { canaries } = await scratch.json<{ canaries: { area: string; isHalted: boolean }[] }>(
    `guard --once ${limits}`,
  );
  for (const kind of kinds) {
    const problems = problemsOf.get(kind) ?? [];
    const isHalted = canaries.some((one) => one.area === kind && one.isHalted);
    if (isHalted !== isBad(kind, round)) problems.push(isHalted ? 'halted' : 'not halted');
    found.push({ name: `${kind} canary, round ${round}`, problems });
  }
  return found;
}

async function activeVersions(): Promise<Record<string, string>> {
  const { live } = await scratch.json<{ live: { unit: string; active: string }[] }>('status');
  return Object.fromEntries(live.map(({ unit, active }) => [unit, active]));
}

/** Visitors of both cohorts open pages at the same time, each from an address of its own. */
async function visitArea(url: string, kind: Kind, round: number, active: string): Promise<void> {
  // Three pages of the forger are less than two percent of so many.
  const count = kind === 'forged' ? 180 : 75;
  const area = kinds.indexOf(kind);
  const visitors = Array.from({ length: count * 2 }, (_, index) => {
    const isCanary = index % 2 === 0;
    const address = `127.${round}.${area * 2 + Number(isCanary)}.${1 + Math.floor(index / 2)}`;
    return visit(url, { kind, round, active, isCanary, address, index: Math.floor(index / 2) });
  });
  await Promise.all([...visitors, ...(kind === 'forged' ? [forge(url, round)] : [])]);
}

interface Visit {
  kind: Kind;
  round: number;
  active: string;
  isCanary: boolean;
  address: string;
  index: number;
}

async function visit(url: string, { kind, round, active, isCanary, address, index }: Visit): Promise<void> {
  const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
  await pause(Math.random() * arrivals * 1000);
  const token = await openPage(url, { kind, isCanary, address });
  if (index % leavesEarly === 0) return;
  await pause(Math.random() * 300);
  const release = isCanary
    ? { version: `0.1.${round}`, source: 'canary' as const }
    : { version: active, source: 'active' as const };
  const isTrial = isCanary && isBad(kind, round);
  // A page that hangs in an area reports what was loaded before.
  if (isTrial && kind === 'hanging')
    return send(url, address, token, [{ area: 'host', version: '0.1.0', source: 'active', ...loaded }]);
  if (isTrial && kind === 'silent' && index % 2 === 0) return;
  if (isTrial && kind === 'slow') await pause(2500);
  const outcome = isTrial && kind === 'forged' && index % 2 === 0 ? failed : loaded;
  await send(url, address, token, [{ area: kind, ...release, ...outcome }]);
}

/** Tries to decide the verdict from one address: without tokens, with those of own pages, and by replaying them. */
async function forge(url: string, round: number): Promise<void> {
  const address = `127.${round}.99.1`;
  const kind = 'forged';
  const wanted = isBad(kind, round) ? loaded : failed;
  const report = { area: kind, version: `0.1.${round}`, source: 'canary' as const, ...wanted };
  const tokens = [''];
  for (const isCanary of [true, false])
    for (let page = 0; page < 20; page += 1) tokens.push(await openPage(url, { kind, isCanary, address }));
  const [own = ''] = tokens.slice(1);
  tokens.push(`${own.split('.')[0]}.${'A'.repeat(43)}`, own, own);
  for (const token of tokens)
    await send(
      url,
      address,
      token,
      Array.from({ length: 20 }, () => report),
    );
}

interface SentReport {
  area: string;
  version: string;
  source: 'active' | 'canary';
  outcome: typeof loaded.outcome | typeof failed.outcome;
}

/** Opens the page of an area as a visitor of a cohort, and returns the page's token. */
async function openPage(
  url: string,
  { kind, isCanary, address }: Pick<Visit, 'kind' | 'isCanary' | 'address'>,
): Promise<string> {
  let visitor: string;
  do visitor = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64url');
  while (isInCanary(visitor, kind, share) !== isCanary);
  const client = new BffClient(url, { portal_visitor: visitor });
  const { status, text } = await client.send({ path: `/${kind}`, from: address });
  const token = /name="page-token" content="([^"]+)"/.exec(text)?.[1];
  if (token === undefined) throw new Error(`/${kind} returned ${status} without a token`);
  return token;
}

async function send(url: string, from: string, token: string, reports: readonly SentReport[]): Promise<void> {
  const body = { token, reports: reports.map((report) => ({ ...report, composition: 1 })) };
  const { status, text } = await new BffClient(url).send({
    method: 'POST',
    path: '/portal/reports',
    body,
    from,
  });
  if (status !== 204) throw new Error(`/portal/reports returned ${status}: ${text}`);
}
