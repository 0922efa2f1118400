import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { PortalVisit } from '@portal/federation-contract/portal-visit';
import { JSDOM, VirtualConsole } from 'jsdom';
import type { Compiler, Configuration, WebpackPluginInstance } from 'webpack';
import { readPortalFacts, root } from '../workspace/workspace-packages.ts';
import { bundleScript } from './bundle-script.ts';
import { scriptRules, styleRules } from './rules.ts';

interface PrerenderPluginOptions {
  folder: string;
  /** Prefix of the package's own class names. */
  scope: string;
}

const { languages, folders, prerender_config: prerenderConfig } = readPortalFacts();
const host = path.join(root, folders.host);
/** Folders of the packages that the host contains and whose classes it names. */
const providedFolders = [folders.shared, 'federation/browser'].map((one) => path.join(root, one));

/**
 * Webpack plugin that prerenders the screens of a package's `src/prerendered.tsx` in every language and adds the HTML to
 * the release: `prerendered/login.de.html`, or `prerendered/icons.html` for one without texts. What only the server knows stays a slot: `{{brand}}`, `{{base}}`. A watching
 * compiler does not prerender: the page then begins with the static frame.
 */
export class PrerenderPlugin implements WebpackPluginInstance {
  readonly #options: PrerenderPluginOptions;

  constructor(options: PrerenderPluginOptions) {
    this.#options = options;
  }

  apply(compiler: Compiler): void {
    const { folder } = this.#options;
    const entry = path.join(folder, 'src/prerendered.tsx');
    if (!existsSync(entry)) return;
    let screens: Record<string, string> = {};
    compiler.hooks.beforeRun.tapPromise('PrerenderPlugin', async () => {
      const { code } = await bundleScript(this.#configuration(entry));
      screens = await render(code, folder);
    });
    compiler.hooks.thisCompilation.tap('PrerenderPlugin', (compilation) => {
      compilation.hooks.processAssets.tap(
        { name: 'PrerenderPlugin', stage: compiler.webpack.Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL },
        () => {
          const { RawSource } = compiler.webpack.sources;
          for (const [name, html] of Object.entries(screens))
            compilation.emitAsset(`prerendered/${name}.html`, new RawSource(html));
        },
      );
    });
  }

  #configuration(entry: string): Configuration {
    const { folder, scope } = this.#options;
    const common = { isProduction: true, hasRefresh: false, layer: scope, namesOnly: true };
    const own = { ...common, scope, folder };
    // The host names the classes of the packages that it provides.
    const provided = { ...common, scope: 'host', folder: host };
    return {
      context: folder,
      entry,
      module: {
        rules: [
          ...scriptRules(own),
          ...styleRules(own).map((rule) => ({ ...rule, include: folder })),
          ...styleRules(provided).map((rule) => ({ ...rule, include: providedFolders })),
        ],
      },
      optimization: { minimize: false },
      output: { library: { name: 'prerendered', type: 'var', export: 'prerender' } },
    };
  }
}

/** Runs the bundled screens in a document of their own. Returns the HTML by name: `login.de`, `icons`. */
async function render(script: string, folder: string): Promise<Record<string, string>> {
  const virtualConsole = new VirtualConsole();
  virtualConsole.sendTo(console);
  const { window } = new JSDOM(placeholderDocument, {
    url: 'http://portal.invalid/',
    runScripts: 'outside-only',
    pretendToBeVisual: true,
    virtualConsole,
  });
  const streams = { fetch, Request, Response, Headers, TextEncoder, TextDecoder };
  // jsdom lacks what modules use during their first evaluation, and does not scroll.
  Object.assign(window, { ...streams, BroadcastChannel: SilentChannel, scrollTo: () => undefined });
  try {
    window.eval(script);
    return await window['prerendered'](readTexts(folder));
  } finally {
    window.close();
  }
}

class SilentChannel extends EventTarget {
  postMessage(): void {}
  close(): void {}
}

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

/** The texts of the package and of the host, by language and namespace. */
function readTexts(folder: string): Record<string, Record<string, unknown>> {
  return Object.fromEntries(
    languages.map((language) => {
      const namespaces = [host, folder].flatMap((one) => {
        const texts = path.join(one, 'locales', language);
        return readdirSync(texts).map((file) => [
          path.basename(file, '.json'),
          JSON.parse(readFileSync(path.join(texts, file), 'utf8')),
        ]);
      });
      return [language, Object.fromEntries(namespaces)];
    }),
  );
}
