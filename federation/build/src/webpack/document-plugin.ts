import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { transform } from 'lightningcss';
import webpack, { type Compiler, type WebpackPluginInstance } from 'webpack';
import { compileOptions } from './compile-options.ts';
import { rules } from './rules.ts';

interface DocumentPluginOptions {
  /** The HTML, with `{{…}}` slots that the server fills. */
  template: string;
  /** The script that runs before any bundle. It is bundled into the HTML, so it imports only small modules. */
  start: string;
  /** The style sheet that is inlined in the HTML. */
  style: string;
}

interface Bundle {
  code: string;
  /** Absolute paths of the modules in it. */
  files: string[];
}

/** Webpack plugin that emits the host's HTML template with the start script and the shell's style inlined. */
export class DocumentPlugin implements WebpackPluginInstance {
  readonly #options: DocumentPluginOptions;

  constructor(options: DocumentPluginOptions) {
    this.#options = options;
  }

  apply(compiler: Compiler): void {
    const { template, start, style } = this.#options;
    const { RawSource } = compiler.webpack.sources;
    compiler.hooks.thisCompilation.tap('DocumentPlugin', (compilation) => {
      compilation.hooks.processAssets.tapPromise(
        { name: 'DocumentPlugin', stage: compiler.webpack.Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL },
        async () => {
          const script = await bundleScript(start);
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

/** One minified script, whatever the mode of the build. Rejects when a module does not compile. */
async function bundleScript(entry: string): Promise<Bundle> {
  const output = mkdtempSync(path.join(tmpdir(), 'portal-start-'));
  const folder = path.dirname(entry);
  const { promise, resolve, reject } = Promise.withResolvers<webpack.Stats | undefined>();
  webpack(
    {
      ...compileOptions(true),
      context: folder,
      entry,
      output: { path: output, filename: 'start.js' },
      module: {
        rules: rules({ isProduction: true, hasRefresh: false, scope: 'start', layer: 'start', folder }),
      },
      plugins: [new webpack.optimize.LimitChunkCountPlugin({ maxChunks: 1 })],
    },
    (error, stats) => (error === null ? resolve(stats) : reject(error)),
  );
  try {
    const stats = await promise;
    if (stats === undefined || stats.hasErrors()) throw new Error(stats?.toString('errors-only'));
    return {
      code: readFileSync(path.join(output, 'start.js'), 'utf8').trim(),
      files: [...stats.compilation.fileDependencies],
    };
  } finally {
    rmSync(output, { recursive: true, force: true });
  }
}

function compileStyle(file: string): string {
  return transform({ filename: file, code: readFileSync(file), minify: true }).code.toString();
}
