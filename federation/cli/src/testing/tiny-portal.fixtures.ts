import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { runCandidates } from '../trial-run/run-candidates.ts';
import { honestScript, hostileReleases } from './hostile-releases.fixtures.ts';
import { type ScratchPortal, scratchPortal } from './scratch-portal.fixtures.ts';

/**
 * A host of a few lines: it shows the area of the path, and reports it, as every host does. Its own page comes late, as on a
 * busy machine; until then its document contains another screen.
 */
export const hostScript = `
trustedTypes.createPolicy('default', { createScriptURL: (url) => url });
const { payload } = JSON.parse(document.getElementById('portal-composition').textContent);
const live = JSON.parse(payload).areas.find(({ area }) => location.pathname === area.base_path);
if (live !== undefined) {
  const { area, active } = live;
  const report = (outcome) => fetch('/portal/reports', { method: 'POST', body: JSON.stringify({
    reports: [{ area: area.id, version: active.version, source: 'active', composition: 1, outcome }] }) });
  for (const [file, { integrity }] of Object.entries(active.files)) {
    const isScript = file === active.entry;
    if (!isScript && !file.endsWith('.css')) continue;
    const element = document.createElement(isScript ? 'script' : 'link');
    Object.assign(element, { crossOrigin: 'anonymous', integrity, rel: 'stylesheet' });
    element[isScript ? 'src' : 'href'] = active.base + file;
    if (isScript) {
      element.onload = () => report({ result: 'loaded' });
      element.onerror = () => report({ result: 'failed', stage: 'entry', reference: null });
    }
    document.head.append(element);
  }
} else setTimeout(() => document.querySelector('#page').append('Welcome'), 3000);`;

export const hostPage = `<!doctype html>
<html lang="{{language}}">
  <head>
    <meta charset="utf-8" />
    <title>{{brand}}</title>
    <link rel="icon" href="data:," />
    <script type="application/json" id="portal-config">{{config}}</script>
    <script type="application/json" id="portal-composition">{{composition}}</script>
    <style>header, footer { padding: 1em; background: #def }</style>
    {{assets}}
  </head>
  <body>
    <div hidden><main>A screen for the time until the portal has started</main></div>
    <header><a href="/welcome">Portal</a></header><main id="page"></main><footer>Imprint</footer>
  </body>
</html>`;

const config = { brand: 'Tiny', instance: 'tiny', environment: 'test', default_language: 'en' };

/**
 * Program of a server that answers with the configuration, opens sessions unless the request refuses one, and refuses
 * everything else without one. Its clock is an hour ahead with each response.
 */
const serverProgram = `import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
let moment = Date.now();
createServer(async (request, response) => {
  const body = await text(request);
  moment += 3_600_000;
  response.setHeader('date', new Date(moment).toUTCString());
  if (request.url !== '/v1/login') {
    const hasSession = /session=1/.test(request.headers.cookie ?? '');
    if (request.url.startsWith('/v1/') && !hasSession) response.statusCode = 401;
  } else if (body.includes('refused')) response.statusCode = 403;
  else response.setHeader('set-cookie', 'session=1; Path=/; HttpOnly');
  response.end(${JSON.stringify(
    `<script type="application/json" id="portal-config">${JSON.stringify(config)}</script>`,
  )});
}).listen(Number(process.env.PORT), '127.0.0.1');
`;

export interface TinyPortal extends ScratchPortal {
  /** Publishes a host with this script and page. */
  publishHost(digit: number, script?: string, page?: string): Promise<void>;
  publishArea(unit: string, digit: number, script: string): Promise<void>;
  /** Makes an honest release of each of the areas live, and publishes its hostile one. */
  goHostile(units: readonly string[]): Promise<void>;
}

/** A portal that a browser can show, with the real trial run, the host published and a signing key. */
export async function tinyPortal(): Promise<TinyPortal> {
  const portal = scratchPortal({ PATH: process.env['PATH'], HOME: process.env['HOME'] }, runCandidates);
  const facts = {
    server: 'server.mjs',
    server_paths: ['v1'],
    host_pages: ['/welcome'],
    trial_run: { sign_in: [{ method: 'POST', path: '/v1/login' }] },
  };
  writeFileSync(path.join(portal.folder, 'portal.json'), JSON.stringify(facts));
  writeFileSync(path.join(portal.folder, 'server.mjs'), serverProgram);
  await portal.portal('keys create');
  const publishHost = async (digit: number, script = hostScript, page = hostPage) => {
    const files = { 'main.js': script, 'index.html': page };
    portal.build('host', { version: `0.1.0-aaaaaaa${digit}`, files });
    await must(portal, 'publish host');
  };
  await publishHost(1);
  const publishArea = async (unit: string, digit: number, script: string) => {
    portal.build(unit, { version: `0.1.0-aaaaaaa${digit}`, files: { 'entry.js': script } });
    await must(portal, `publish ${unit}`);
  };
  return {
    ...portal,
    publishHost,
    publishArea,
    async goHostile(units) {
      for (const unit of units) await publishArea(unit, 1, honestScript);
      const names = units.map((unit) => `${unit}@latest`).join(' ');
      await must(portal, `deploy host@latest ${names} --no-run --reason first`);
      for (const unit of units)
        await publishArea(unit, 2, `${honestScript} ${hostileReleases[unit]?.script ?? ''}`);
    },
  };
}

async function must({ portal }: ScratchPortal, line: string): Promise<void> {
  const { code, err } = await portal(line);
  if (code !== 0) throw new Error(err);
}
