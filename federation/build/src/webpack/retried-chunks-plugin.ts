import type { Chunk, Compilation, Compiler, WebpackPluginInstance } from 'webpack';

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

    compiler.hooks.thisCompilation.tap('RetriedChunksPlugin', (compilation: Compilation) => {
      compilation.hooks.runtimeRequirementInTree
        .for(RuntimeGlobals.ensureChunk)
        .tap('RetriedChunksPlugin', (chunk: Chunk) => {
          compilation.addRuntimeModule(chunk, new QueryOfAttempt());
        });
    });
  }
}
