import { existsSync } from 'node:fs';
import path from 'node:path';
import webpack, { type Compiler, type WebpackPluginInstance } from 'webpack';
import { root } from '../workspace/workspace-packages.ts';
import { compileOptions } from './compile-options.ts';
import { prerenderScreens } from './prerender-screens.ts';
import { scriptRules, styleRules } from './rules.ts';

interface PrerenderPluginOptions {
  folder: string;
  /** Prefix of the package's own class names. */
  scope: string;
}

const shared = path.join(root, 'shared');
const host = path.join(root, 'host');

/**
 * Webpack plugin that draws the screens of a package's `src/prerendered.tsx` ahead and adds them to the release. A
 * watching compiler goes without: the page then begins with the static frame.
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
    let screens = new Map<string, string>();
    compiler.hooks.beforeRun.tapPromise('PrerenderPlugin', async () => {
      screens = await prerenderScreens(this.#configuration(entry), folder);
    });
    compiler.hooks.thisCompilation.tap('PrerenderPlugin', (compilation) => {
      compilation.hooks.processAssets.tap(
        { name: 'PrerenderPlugin', stage: compiler.webpack.Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL },
        () => {
          for (const [name, html] of screens)
            compilation.emitAsset(name, new compiler.webpack.sources.RawSource(html));
        },
      );
    });
  }

  #configuration(entry: string): webpack.Configuration {
    const { folder, scope } = this.#options;
    const common = { isProduction: true, hasRefresh: false, layer: scope, namesOnly: true };
    const own = { ...common, scope, folder };
    // The host provides the shared packages and names their classes.
    const provided = { ...common, scope: 'host', folder: host };
    return {
      ...compileOptions(true),
      context: folder,
      entry,
      module: {
        rules: [
          ...scriptRules(own),
          ...styleRules(own).map((rule) => ({ ...rule, include: folder })),
          ...styleRules(provided).map((rule) => ({ ...rule, include: shared })),
        ],
      },
      optimization: { minimize: false },
      plugins: [new webpack.optimize.LimitChunkCountPlugin({ maxChunks: 1 })],
    };
  }
}
