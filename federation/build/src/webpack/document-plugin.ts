import { readFileSync } from 'node:fs';
import path from 'node:path';
import { transform } from 'lightningcss';
import type { Compiler, WebpackPluginInstance } from 'webpack';
import { bundleScript } from './bundle-script.ts';
import { rules } from './rules.ts';

interface DocumentPluginOptions {
  /** The HTML, with `{{…}}` slots that the server fills. */
  template: string;
  /** The script that runs before any bundle. It is bundled into the HTML, so it imports only small modules. */
  start: string;
  /** The style sheet that is inlined in the HTML. */
  style: string;
}

/** Webpack plugin that adds the host's HTML template, with the start script and the style sheet inlined, to the release. */
export class DocumentPlugin implements WebpackPluginInstance {
  readonly #options: DocumentPluginOptions;

  constructor(options: DocumentPluginOptions) {
    this.#options = options;
  }

  apply(compiler: Compiler): void {
    const { template, start, style } = this.#options;
    const { RawSource } = compiler.webpack.sources;
    let bundled: Awaited<ReturnType<typeof bundleScript>> | undefined;
    compiler.hooks.thisCompilation.tap('DocumentPlugin', (compilation) => {
      compilation.hooks.processAssets.tapPromise(
        { name: 'DocumentPlugin', stage: compiler.webpack.Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL },
        async () => {
          const folder = path.dirname(start);
          const options = { isProduction: true, hasRefresh: false, scope: 'start', layer: 'start', folder };
          // A watching compiler bundles the script again only after one of its files has changed.
          const hasChanged = bundled?.files.some((file) => compiler.modifiedFiles?.has(file)) ?? true;
          const script =
            bundled === undefined || hasChanged
              ? await bundleScript({ context: folder, entry: start, module: { rules: rules(options) } })
              : bundled;
          bundled = script;
          compilation.fileDependencies.addAll([template, style, ...script.files]);
          const html = readFileSync(template, 'utf8')
            .replace('{{start}}', () => script.code)
            .replace('{{shell-style}}', () => compileStyle(style));
          compilation.emitAsset('index.html', new RawSource(html));
        },
      );
    });
  }
}

function compileStyle(file: string): string {
  return transform({ filename: file, code: readFileSync(file), minify: true }).code.toString();
}
