import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import type { Compiler, WebpackPluginInstance } from 'webpack';

/**
 * Webpack plugin that hands every script and style sheet which the build's runtime creates to the host before it is
 * attached: the host gives it the hash that the signed composition states, or refuses it (federation/browser/src/loading/integrity.ts).
 */
export class IntegrityPlugin implements WebpackPluginInstance {
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('IntegrityPlugin', (compilation) => {
      const scripts =
        compiler.webpack.runtime.LoadScriptRuntimeModule.getCompilationHooks(compilation).createScript;
      scripts.tap('IntegrityPlugin', (source) => `${source}\n${secure('script')}`);
      const sheets = MiniCssExtractPlugin.getCompilationHooks(compilation).beforeTagInsert;
      sheets.tap('IntegrityPlugin', (source, { tag }) => `${source}\n${secure(tag)}`);
    });
  }
}

function secure(element: string): string {
  // Without the host's function it throws: what nobody vouches for is not loaded.
  return `portalSecure(${element});`;
}
