import type { Chunk, Compilation, Compiler, WebpackPluginInstance } from 'webpack';

/**
 * Webpack plugin for remotes: a query in the address of the entry is given to every chunk and sheet that it loads.
 * The host loads a failed area again under `?attempt=…`; under their plain addresses the browser would answer with
 * the faulty files of the first attempt, which it keeps with the document (preloads) or for good (immutable).
 */
export class RetriedChunksPlugin implements WebpackPluginInstance {
  apply(compiler: Compiler): void {
    const { RuntimeGlobals, RuntimeModule } = compiler.webpack;

    class QueryOfEntry extends RuntimeModule {
      constructor() {
        super('query of the entry', RuntimeModule.STAGE_ATTACH);
      }

      override generate(): string {
        const files = [RuntimeGlobals.getChunkScriptFilename, `${RuntimeGlobals.require}.miniCssF`];
        const wrap = files.map(
          (file) => `if (${file}) ${file} = (function (file) {
  return function (chunk) { return file(chunk) + query; };
})(${file});`,
        );
        return [
          'var query = document.currentScript ? new URL(document.currentScript.src).search : "";',
          `if (query) { ${wrap.join('\n')} }`,
        ].join('\n');
      }
    }

    compiler.hooks.thisCompilation.tap('RetriedChunksPlugin', (compilation: Compilation) => {
      compilation.hooks.runtimeRequirementInTree
        .for(RuntimeGlobals.ensureChunk)
        .tap('RetriedChunksPlugin', (chunk: Chunk) => {
          compilation.addRuntimeModule(chunk, new QueryOfEntry());
        });
    });
  }
}
