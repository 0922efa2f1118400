import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { PortalVisit } from '@portal/federation-contract/portal-visit';
import { JSDOM, VirtualConsole } from 'jsdom';
import webpack, { type Configuration } from 'webpack';
import { readPortalFacts, root } from '../workspace/workspace-packages.ts';

const hostLocales = path.join(root, 'host/locales');

/**
 * Builds the module that a package's pre-rendered screens stand in, draws them in every language in a document of their
 * own and returns the HTML by file name: `prerendered/login.de.html`. What only the server knows stays a slot: `{{brand}}`,
 * `{{base}}`. Throws when a screen cannot be drawn.
 */
export async function prerenderScreens(
  configuration: Configuration,
  folder: string,
): Promise<Map<string, string>> {
  const output = mkdtempSync(path.join(tmpdir(), 'portal-prerender-'));
  try {
    await build({
      ...configuration,
      output: { path: output, filename: 'screens.js', library: libraryOptions },
    });
    return await draw(readFileSync(path.join(output, 'screens.js'), 'utf8'), folder);
  } finally {
    rmSync(output, { recursive: true, force: true });
  }
}

const libraryOptions = { name: 'prerendered', type: 'var', export: 'prerender' };

async function build(configuration: Configuration): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<webpack.Stats | undefined>();
  webpack(configuration, (error, stats) => (error === null ? resolve(stats) : reject(error)));
  const stats = await promise;
  if (stats?.hasErrors()) throw new Error(stats.toString('errors-only'));
}

async function draw(script: string, folder: string): Promise<Map<string, string>> {
  const virtualConsole = new VirtualConsole();
  virtualConsole.sendTo(console);
  const { window } = new JSDOM(placeholderDocument, {
    url: 'http://portal.invalid/',
    runScripts: 'outside-only',
    pretendToBeVisual: true,
    virtualConsole,
  });
  // What browsers have and jsdom has not, as far as modules ask for it when they are first evaluated.
  Object.assign(window, {
    fetch,
    Request,
    Response,
    Headers,
    TextEncoder,
    TextDecoder,
    BroadcastChannel: Silent,
  });
  try {
    window.eval(script);
    const drawn: Record<string, string> = await window['prerendered'](readTexts(folder));
    return new Map(Object.entries(drawn).map(([name, html]) => [`prerendered/${name}.html`, html]));
  } finally {
    window.close();
  }
}

class Silent extends EventTarget {
  postMessage(): void {}
  close(): void {}
}

const { languages, prerender_config: prerenderConfig } = readPortalFacts();
const placeholderConfig = {
  ...prerenderConfig,
  brand: '{{brand}}',
  instance: 'prerendered',
  environment: 'production',
  signature_public_key: 'AAAA',
};
const placeholderVisit: PortalVisit = { canary: [], without: [] };
const placeholderDocument = `<!doctype html>
<link rel="icon" href="{{base}}icon.svg" />
<script type="application/json" id="portal-config">${JSON.stringify(placeholderConfig)}</script>
<script type="application/json" id="portal-visit">${JSON.stringify(placeholderVisit)}</script>`;

/** The package's texts and the host's, by language and namespace. */
function readTexts(folder: string): Record<string, Record<string, unknown>> {
  return Object.fromEntries(
    languages.map((language) => {
      const folders = [hostLocales, path.join(folder, 'locales')].map((one) => path.join(one, language));
      const namespaces = folders.flatMap((one) =>
        readdirSync(one).map((file) => [
          path.basename(file, '.json'),
          JSON.parse(readFileSync(path.join(one, file), 'utf8')),
        ]),
      );
      return [language, Object.fromEntries(namespaces)];
    }),
  );
}
