// Visitors open pages of five canaries: an honest one, and ones that hang, are silent, are slow or are surrounded by forged
// reports. In every round the guard has to promote the good ones and to halt the bad ones. One more round runs in a browser.
import { scratchPortal } from '@portal/federation-cli/scratch-portal';
import { withBff } from '../harness/bff.ts';
import { type CheckCase, reportCases } from '../harness/report.ts';
import { browserRound } from './guard-in-browser.ts';
import { isBad, type Kind, kinds, type Round, share, visitCanaries } from './guard-visitors.ts';

const rounds = 20;
/** Portals in which rounds run at the same time: one waits for silent pages while another serves. */
const portals = 4;
const opsToken = 'token-of-the-check-0123456789-0123456789';
const started = performance.now();
/** Resolves when the last portal so far has started. */
let starting = Promise.resolve();

const numbers = Array.from({ length: rounds }, (_, index) => index + 1);
const played = await Promise.all(
  Array.from({ length: portals }, (_, portal) =>
    playRounds(numbers.filter((round) => round % portals === portal)),
  ),
);
const minutes = () => ((performance.now() - started) / 60_000).toFixed(1);
console.log(`${rounds} rounds took ${minutes()} min`);
const cases = [...played.flat(), ...(await browserRound(opsToken))];
reportCases('guard-verdicts', cases, [`${minutes()} min`]);

/** Plays rounds one after the other in a portal of their own. */
async function playRounds(own: readonly number[]): Promise<CheckCase[]> {
  // A port that is free for two starting portals would be taken by one of them.
  const before = starting;
  const start = Promise.withResolvers<void>();
  starting = start.promise;
  await before;
  const scratch = scratchPortal({ OPS_TOKEN: opsToken });
  const run = async (line: string) => {
    const { code, err } = await scratch.portal(line);
    if (code !== 0) throw new Error(`portal ${line}: ${err}`);
  };
  // Anybody may open the areas: their visitors count by address.
  const publish = async (kind: Kind, version: string) => {
    scratch.build(kind, { version, area: { access: 'anonymous' } });
    await run(`publish ${kind}`);
  };
  const playRound = async (url: string, number: number): Promise<CheckCase[]> => {
    const { live } = await scratch.json<{ live: { unit: string; active: string }[] }>('status');
    const active = Object.fromEntries(live.map((one) => [one.unit, one.active]));
    const round: Round = { number, version: `0.1.${number}`, active };
    for (const kind of kinds) {
      await publish(kind, round.version);
      await run(`canary ${kind}@${round.version} --percent ${share}`);
    }
    const silence = await visitCanaries(url, round);
    await new Promise((resolve) => setTimeout(resolve, (silence + 1) * 1000));
    const limits = `--url ${url} --silence ${silence}`;
    const found = new Map<Kind, string[]>();
    for (const kind of kinds) {
      const { code, err } = await scratch.portal(
        `promote ${kind}@${round.version} --require-verdict ${limits}`,
      );
      const isRight = code === (isBad(kind, number) ? 3 : 0);
      found.set(kind, isRight ? [] : [`promote ended with ${code}: ${err}`]);
    }
    const { canaries } = await scratch.json<{ canaries: { area: string; isHalted: boolean }[] }>(
      `guard --once ${limits}`,
    );
    return kinds.map((kind) => {
      const problems = found.get(kind) ?? [];
      const isHalted = canaries.some((one) => one.area === kind && one.isHalted);
      if (isHalted !== isBad(kind, number)) problems.push(isHalted ? 'halted' : 'not halted');
      return { name: `${kind} canary, round ${number}, silent after ${silence} s`, problems };
    });
  };

  const cases: CheckCase[] = [];
  try {
    await run('keys create');
    const html = '<html lang="{{language}}"><style>p{}</style><script>start()</script></html>';
    scratch.build('host', { version: '0.1.0', files: { 'index.html': html } });
    await run('publish host');
    for (const kind of kinds) await publish(kind, '0.1.0');
    await run(`deploy host@0.1.0 ${kinds.map((kind) => `${kind}@0.1.0`).join(' ')} --reason first`);
    const { publicKey } = await scratch.json<{ publicKey: string }>('keys show');
    await withBff(
      async ({ url }) => {
        start.resolve();
        for (const number of own) cases.push(...(await playRound(url, number)));
      },
      {
        PORTAL_DIR: `${scratch.folder}/var/portal`,
        COMPOSITION_PUBLIC_KEY: publicKey,
        OPS_TOKEN: opsToken,
        RATE_LIMIT_FACTOR: '1000',
      },
    );
  } finally {
    start.resolve();
    scratch.remove();
  }
  return cases;
}
