import type { Compilation, Dependency, Module } from 'webpack';

/** Request of a shared module (`@portal/shared/ui`) → names of its exports, sorted. */
export type SharedExports = Record<string, string[]>;

/** Instead of names: the module as a whole, whose exports are not known at build time. */
const everything = '*';

/** What a build of an area uses of the shared modules that it does not contain. Unused imports do not count. */
export function usedExports(compilation: Compilation): SharedExports {
  const { moduleGraph, chunkGraph } = compilation;
  return sharedModules(compilation, 'consume', (module) =>
    [...moduleGraph.getIncomingConnections(module)].flatMap((connection) => {
      const { originModule, dependency } = connection;
      const isBuilt = originModule !== null && chunkGraph.getNumberOfModuleChunks(originModule) > 0;
      if (dependency === null || !isBuilt || connection.getActiveState(undefined) === false) return [];
      return compilation.getDependencyReferencedExports(dependency, undefined).map((reference) => {
        const [name = everything] = 'name' in reference ? reference.name : reference;
        return name;
      });
    }),
  );
}

/** What a build of the host provides of each shared module. */
export function providedExports(compilation: Compilation): SharedExports {
  const { moduleGraph } = compilation;
  return sharedModules(compilation, 'provide', (module) =>
    dependenciesOf(module).flatMap((dependency) => {
      const provided = moduleGraph.getModule(dependency);
      const names = provided && moduleGraph.getExportsInfo(provided).getProvidedExports();
      if (!Array.isArray(names)) return [everything];
      // A CommonJS module as a whole is also its default export.
      return provided?.buildMeta?.exportsType === 'namespace' ? names : [...names, 'default'];
    }),
  );
}

function sharedModules(
  compilation: Compilation,
  kind: 'consume' | 'provide',
  namesOf: (module: Module) => string[],
): SharedExports {
  const prefix = `webpack/sharing/${kind}/default/`;
  const found: SharedExports = {};
  for (const module of compilation.modules) {
    const ident = module.libIdent({ context: compilation.compiler.context });
    if (!ident?.startsWith(prefix)) continue;
    const name = ident.slice(prefix.length);
    found[name] = [...new Set([...(found[name] ?? []), ...namesOf(module)])].sort();
  }
  return Object.fromEntries(Object.entries(found).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A module that is provided before start is a dependency; another one stands in a block, which is loaded on demand. */
function dependenciesOf(module: Module): Dependency[] {
  return [module, ...module.blocks].flatMap(({ dependencies }) => dependencies);
}
