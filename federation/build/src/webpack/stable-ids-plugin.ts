import type { Compiler, WebpackPluginInstance } from 'webpack';

/**
 * Webpack plugin that gives the container and the entry of the federation runtime fixed module ids. Both are identified by
 * the absolute path of a file that Module Federation writes, so that webpack's ids would depend on the repository's folder.
 */
export class StableIdsPlugin implements WebpackPluginInstance {
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('StableIdsPlugin', (compilation) => {
      compilation.hooks.beforeModuleIds.tap('StableIdsPlugin', (modules) => {
        for (const module of modules) {
          const identifier = module.identifier();
          // A module that others are merged into has their hash after the path.
          if (!/[\\/]\.federation[\\/]entry\.\w+\.js(?:\||$)/.test(identifier)) continue;
          const id = identifier.startsWith('container entry') ? 'container' : 'federation';
          compilation.chunkGraph.setModuleId(module, id);
        }
      });
    });
  }
}
