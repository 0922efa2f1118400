import type { Compiler, Module, WebpackPluginInstance } from 'webpack';

/**
 * Webpack plugin that gives modules of Module Federation fixed ids: the container, the entry of the federation runtime and
 * the modules that the host provides. Each is identified by an absolute path, so that webpack's ids would depend on the
 * repository's folder, and so would those of other modules whose first choice is taken.
 */
export class StableIdsPlugin implements WebpackPluginInstance {
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('StableIdsPlugin', (compilation) => {
      compilation.hooks.beforeModuleIds.tap('StableIdsPlugin', (modules) => {
        for (const module of modules) {
          const id = stableId(module);
          if (id !== undefined) compilation.chunkGraph.setModuleId(module, id);
        }
      });
    });
  }
}

function stableId(module: Module): string | undefined {
  if (module.type === 'provide-module') return module.libIdent({ context: '' }) ?? undefined;
  const identifier = module.identifier();
  // A module that others are merged into has their hash after the path.
  if (!/[\\/]\.federation[\\/]entry\.\w+\.js(?:\||$)/.test(identifier)) return undefined;
  return identifier.startsWith('container entry') ? 'container' : 'federation';
}
