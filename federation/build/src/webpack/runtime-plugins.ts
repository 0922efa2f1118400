import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import type { Compiler, WebpackPluginInstance } from 'webpack';

/**
 * Webpack plugin that passes every script and style sheet of the build's runtime to the host before it is inserted. The
 * host sets the hash that the signed composition states, or refuses the file (federation/browser/src/loading/integrity.ts).
 */
export class IntegrityPlugin implements WebpackPluginInstance {
  apply(compiler: Compiler): void {
    // Without the host's function it throws, so no unverified file is loaded.
    const secure = (source: string, element: string) => `${source}\nportalSecure(${element});`;
    compiler.hooks.thisCompilation.tap('IntegrityPlugin', (compilation) => {
      compiler.webpack.runtime.LoadScriptRuntimeModule.getCompilationHooks(compilation).createScript.tap(
        'IntegrityPlugin',
        (source) => secure(source, 'script'),
      );
      MiniCssExtractPlugin.getCompilationHooks(compilation).beforeTagInsert.tap(
        'IntegrityPlugin',
        (source, { tag }) => secure(source, tag),
      );
    });
  }
}

/**
 * Webpack plugin for remotes: the host sets the query of each chunk's and sheet's address (`?attempt=…`). It retries a
 * failed file at another address, because for the plain address the browser returns the faulty file of the first attempt,
 * which it caches with the document (preloads) or permanently (immutable).
 */
export class RetriedChunksPlugin implements WebpackPluginInstance {
  readonly #uniqueName: string;

  constructor(uniqueName: string) {
    this.#uniqueName = uniqueName;
  }

  apply(compiler: Compiler): void {
    const { RuntimeGlobals, RuntimeModule } = compiler.webpack;
    const name = JSON.stringify(this.#uniqueName);

    class QueryOfAttempt extends RuntimeModule {
      constructor() {
        super('query of the attempt', RuntimeModule.STAGE_ATTACH);
      }

      override generate(): string {
        const files = [RuntimeGlobals.getChunkScriptFilename, `${RuntimeGlobals.require}.miniCssF`];
        const wrap = files.map(
          (file) => `if (${file}) ${file} = (function (file) {
  return function (chunk) { return file(chunk) + portalAttempt(${name}); };
})(${file});`,
        );
        return `if (globalThis.portalAttempt) { ${wrap.join('\n')} }`;
      }
    }

    compiler.hooks.thisCompilation.tap('RetriedChunksPlugin', (compilation) => {
      compilation.hooks.runtimeRequirementInTree
        .for(RuntimeGlobals.ensureChunk)
        .tap('RetriedChunksPlugin', (chunk) => {
          compilation.addRuntimeModule(chunk, new QueryOfAttempt());
        });
    });
  }
}
