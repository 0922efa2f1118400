import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { areaContractVersions } from '@portal/federation-contract/area';
import { compositionMembers } from '@portal/federation-contract/composition';
import type { Chunk, Compilation, Compiler, WebpackPluginInstance } from 'webpack';
import { sharedHash } from '../workspace/release-version.ts';
import { firstRequestsAssets } from './first-requests-asset.ts';
import { providedExports, usedExports } from './shared-exports.ts';
import type { ShareOptions } from './shared-singletons.ts';

export interface ReleasePluginOptions {
  kind: 'area' | 'host';
  /** The package's entries of the share scope, as Module Federation's options. */
  shareScope: Record<string, ShareOptions>;
  folder: string;
  version: string;
  globalName: string;
  /** Absolute folders of other packages whose texts this release contains. */
  alsoLocalesOf?: readonly string[];
  /** Absolute paths of the host's shared modules that are loaded with the pages of the account. */
  lateModules?: readonly string[];
}

/**
 * Webpack plugin that makes a build a release: it adds the package's locales and public files, and release.json
 * (`@portal/federation-contract/composition`) with size and SHA-384 of every file.
 */
export class ReleasePlugin implements WebpackPluginInstance {
  readonly #options: ReleasePluginOptions;
  #shared: string | undefined;

  constructor(options: ReleasePluginOptions) {
    this.#options = options;
  }

  apply(compiler: Compiler): void {
    const { RawSource } = compiler.webpack.sources;
    compiler.hooks.thisCompilation.tap('ReleasePlugin', (compilation) => {
      const { folder, alsoLocalesOf = [] } = this.#options;
      const packages = [folder, ...alsoLocalesOf];
      const locales = packages.flatMap(localeFiles);
      compilation.contextDependencies.addAll(packages.map((one) => path.join(one, 'locales')));
      // A development server reloads pages when the hash of the build changes, which covers modules only.
      compilation.hooks.fullHash.tap('ReleasePlugin', (hash) => hash.update(JSON.stringify(locales)));
      compilation.hooks.processAssets.tap(
        { name: 'ReleasePlugin', stage: compiler.webpack.Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL },
        () => {
          const requests = this.#options.kind === 'area' ? firstRequestsAssets(folder, areaData(folder)) : [];
          for (const [name, content] of [...locales, ...requests, ...publicFiles(folder)]) {
            compilation.emitAsset(name, new RawSource(content));
          }
        },
      );
      compilation.hooks.processAssets.tap(
        // After RealContentHash: names and bytes are final.
        { name: 'ReleasePlugin', stage: compiler.webpack.Compilation.PROCESS_ASSETS_STAGE_REPORT - 1 },
        () => {
          const text = `${JSON.stringify(this.#release(compilation), null, 2)}\n`;
          compilation.emitAsset('release.json', new RawSource(text));
        },
      );
    });
  }

  #release(compilation: Compilation): object {
    const { kind, version, globalName, folder, shareScope, lateModules = [] } = this.#options;
    // The files of a development server change with each edit: pages require no hashes of them.
    const files = compilation.compiler.watchMode ? {} : releasedFiles(compilation);
    this.#shared ??= sharedHash(folder);
    const described = { version, shared: this.#shared, files };
    const shared = Object.entries(shareScope);
    if (kind === 'host') {
      const main = compilation.entrypoints.get('main')?.getFiles() ?? [];
      return {
        ...described,
        scripts: main.filter((file) => file.endsWith('.js') && !file.includes('.hot-update.')),
        styles: main.filter((file) => file.endsWith('.css')),
        frame: frameFiles(compilation, lateModules),
        provides: Object.fromEntries(shared.map(([name, options]) => [name, options.version ?? '0.0.0'])),
        exports: providedExports(compilation),
        contracts: [...areaContractVersions],
        reads: [...compositionMembers],
      };
    }
    const area = areaData(folder);
    return {
      ...described,
      area,
      entry: compilation.getAssets().find(({ name }) => /^remote-entry\..*(?<!\.map)$/.test(name))?.name,
      unique_name: globalName,
      // The `./area` module and the chunks of the page's own import.
      pages: Object.fromEntries(
        area.pages.map((page) => [page.id, filesOf(chunksOf(compilation, 'area', `page-${page.id}`))]),
      ),
      needs: Object.fromEntries(shared.map(([name, { requiredVersion }]) => [name, requiredVersion])),
      uses: usedExports(compilation),
    };
  }
}

interface AreaData {
  id: string;
  pages: { id: string }[];
  plates?: { id: string }[];
}

function areaData(folder: string): AreaData {
  return JSON.parse(readFileSync(path.join(folder, 'area.json'), 'utf8'));
}

function releasedFiles(compilation: Compilation): Record<string, { size: number; integrity: string }> {
  const files: Record<string, { size: number; integrity: string }> = {};
  for (const { name, source } of compilation.getAssets()) {
    if (name.endsWith('.map') || name.includes('.hot-update.')) continue;
    const content = source.buffer();
    files[name] = {
      size: content.length,
      integrity: `sha384-${createHash('sha384').update(content).digest('base64')}`,
    };
  }
  return files;
}

/** The chunks of a host that every page of the account needs: its frame, and the code that sends requests. */
const frameChunks = ['frame', 'http-client'];

/** The files of the account's frame, and of the late modules that it imports, which have chunks of their own. */
function frameFiles(compilation: Compilation, lateModules: readonly string[]): string[] {
  const late = [...compilation.modules].filter((module) =>
    lateModules.includes(module.nameForCondition() ?? ''),
  );
  const chunks = late.flatMap((module) => [...compilation.chunkGraph.getModuleChunks(module)]);
  return filesOf([...chunksOf(compilation, ...frameChunks), ...chunks]);
}

function chunksOf(compilation: Compilation, ...names: string[]): Chunk[] {
  return compilation.chunkGroups
    .filter((group) => names.includes(group.name ?? ''))
    .flatMap((group) => group.chunks);
}

function filesOf(chunks: readonly Chunk[]): string[] {
  const files = chunks.flatMap((chunk) => [...chunk.files]);
  return [...new Set(files)]
    .filter((file) => /\.(?:js|css)$/.test(file) && !/^remote-entry\./.test(file))
    .sort();
}

function localeFiles(folder: string): [name: string, content: string][] {
  const locales = path.join(folder, 'locales');
  return readdirSync(locales, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json'))
    .map((file) => {
      const content = JSON.stringify(JSON.parse(readFileSync(path.join(locales, file), 'utf8')));
      return [`locales/${file.split(path.sep).join('/')}`, content];
    });
}

function publicFiles(folder: string): [name: string, content: Buffer][] {
  const files = path.join(folder, 'public');
  if (!existsSync(files)) return [];
  return readdirSync(files).map((file) => [file, readFileSync(path.join(files, file))]);
}
