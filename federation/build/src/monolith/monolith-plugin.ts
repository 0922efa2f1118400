import path from 'node:path';
import type { Area } from '@portal/federation-contract/area';
import type { Compilation, Compiler, WebpackPluginInstance } from 'webpack';
import { firstRequestsAssets } from '../webpack/first-requests-asset.ts';
import { root } from '../workspace/workspace-packages.ts';

interface MonolithPluginOptions {
  areas: readonly { folder: string; area: Area }[];
  /** Absolute folder of the modules that replace those of the federated portal. */
  replacements: string;
}

const replaced = path.join(root, 'federation/browser/src');

/**
 * Webpack plugin for the portal as one program. It replaces modules by those of the same path in `replacements`, keeps the
 * chunks of areas apart that use the same names, and adds areas.json: the files of each page, which the HTML preloads.
 */
export class MonolithPlugin implements WebpackPluginInstance {
  readonly #options: MonolithPluginOptions;

  constructor(options: MonolithPluginOptions) {
    this.#options = options;
  }

  apply(compiler: Compiler): void {
    const { sources, NormalModuleReplacementPlugin, Compilation: stages } = compiler.webpack;
    const files = new Set<string>();
    compiler.hooks.beforeCompile.tapPromise('MonolithPlugin', async () => {
      const { glob } = await import('node:fs/promises');
      for await (const file of glob('**/*.{ts,tsx}', { cwd: this.#options.replacements })) files.add(file);
    });
    new NormalModuleReplacementPlugin(/[\\/]federation[\\/]browser[\\/]src[\\/]/, ({ createData }) => {
      const file = createData?.resource === undefined ? '' : path.relative(replaced, createData.resource);
      const resource = path.join(this.#options.replacements, file);
      if (files.has(file)) Object.assign(createData, { resource, context: path.dirname(resource) });
    }).apply(compiler);
    compiler.hooks.thisCompilation.tap('MonolithPlugin', (compilation) => {
      compilation.hooks.finishModules.tap('MonolithPlugin', () => this.#nameChunks(compilation));
      compilation.hooks.processAssets.tap(
        { name: 'MonolithPlugin', stage: stages.PROCESS_ASSETS_STAGE_REPORT },
        () => {
          const text = JSON.stringify(this.#options.areas.map(({ area }) => describe(compilation, area)));
          compilation.emitAsset('areas.json', new sources.RawSource(text));
        },
      );
      compilation.hooks.processAssets.tap(
        { name: 'MonolithPlugin', stage: stages.PROCESS_ASSETS_STAGE_ADDITIONAL },
        () => {
          for (const { folder, area } of this.#options.areas)
            for (const [name, content] of firstRequestsAssets(folder, area))
              compilation.emitAsset(name, new sources.RawSource(content));
        },
      );
    });
  }

  /** Names the chunks of an area `<id>-<name>`. */
  #nameChunks({ modules }: Compilation): void {
    for (const module of modules) {
      const file = module.nameForCondition() ?? '';
      for (const block of module.blocks) {
        const { chunkName } = block;
        if (typeof chunkName !== 'string') continue;
        const target = block.dependencies.flatMap((one) => Reflect.get(one, 'request') ?? []).join();
        const owner = this.#options.areas.find(({ folder }) =>
          [file, target].some((one) => one.startsWith(folder + path.sep)),
        );
        if (owner !== undefined) block.chunkName = `${owner.area.id}-${chunkName}`;
      }
    }
  }
}

function describe(compilation: Compilation, area: Area) {
  const filesOf = (name: string) =>
    (compilation.namedChunkGroups.get(`${area.id}-${name}`)?.getFiles() ?? []).filter((file) =>
      /\.(?:js|css)$/.test(file),
    );
  const entry = filesOf('area');
  return {
    area,
    entry: entry.find((file) => file.endsWith('.js')),
    pages: Object.fromEntries(
      area.pages.map(({ id }) => [id, [...new Set([...entry, ...filesOf(`page-${id}`)])]]),
    ),
  };
}
