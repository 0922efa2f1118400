import { readFileSync } from 'node:fs';
import { transformSync } from '@swc/core';
import { transform } from 'lightningcss';
import type { Compiler, WebpackPluginInstance } from 'webpack';

interface DocumentPluginOptions {
  /** The HTML, with `{{…}}` slots that the server fills. */
  template: string;
  /** The small script that runs before any bundle; it may import types only. */
  start: string;
  /** The style sheet that stands in the HTML itself. */
  style: string;
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
      compilation.fileDependencies.addAll([template, start, style]);
      compilation.hooks.processAssets.tap(
        { name: 'DocumentPlugin', stage: compiler.webpack.Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL },
        () => {
          const html = readFileSync(template, 'utf8')
            .replace('{{start}}', () => compileStart(start))
            .replace('{{shell-style}}', () => compileStyle(style));
          compilation.emitAsset('index.html', new RawSource(html));
        },
      );
    });
  }
}

function compileStart(file: string): string {
  const { code } = transformSync(readFileSync(file, 'utf8'), {
    filename: file,
    minify: true,
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript' },
      minify: { compress: true, mangle: { toplevel: true } },
    },
    module: { type: 'es6' },
  });
  // A scope of its own: a page's classic scripts share one.
  return `(()=>{${code.replace(/export\s*\{\s*\};?/g, '').trim()}})()`;
}

function compileStyle(file: string): string {
  return transform({ filename: file, code: readFileSync(file), minify: true }).code.toString();
}
