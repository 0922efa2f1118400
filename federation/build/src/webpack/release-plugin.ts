import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { areaContractVersions } from '@portal/federation-contract/area';
import type { Chunk, Compilation, Compiler, WebpackPluginInstance } from 'webpack';
import { sharedHash } from '../workspace/source-hash.ts';
import type { ShareOptions } from './shared-singletons.ts';

interface ReleasePluginOptions {
  kind: 'area' | 'host';
  /** The package's entries of the share scope, as Module Federation's options. */
  shareScope: Record<string, ShareOptions>;
  folder: string;
  version: string;
  globalName: string;
  /** Another package whose texts this release carries. */
  alsoLocalesOf?: string;
}

interface ReleasedFile {
  size: number;
  integrity: string;
}

/**
 * Webpack plugin that completes a build to a release: it adds the package's locales and public files and writes release.json
 * (`@portal/federation-contract/composition`), with size and SHA-384 of every file.
 */
export class ReleasePlugin implements WebpackPluginInstance {
  readonly #options: ReleasePluginOptions;

  constructor(options: ReleasePluginOptions) {
    this.#options = options;
  }

  apply(compiler: Compiler): void {
    const { RawSource } = compiler.webpack.sources;
    compiler.hooks.thisCompilation.tap('ReleasePlugin', (compilation) => {
      compilation.hooks.processAssets.tap(
        { name: 'ReleasePlugin', stage: compiler.webpack.Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL },
        () => {
          const { folder, alsoLocalesOf } = this.#options;
          const locales = [folder, alsoLocalesOf ?? []].flat().flatMap(localeFiles);
          for (const [name, content] of [...locales, ...publicFiles(folder)]) {
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
    const { kind, version, globalName, folder, shareScope } = this.#options;
    const shared = sharedHash();
    const files = releasedFiles(compilation);
    const names = Object.keys(files);
    if (kind === 'host') {
      const main = compilation.entrypoints.get('main')?.getFiles() ?? [];
      const scripts = main.filter((file) => file.endsWith('.js') && !file.includes('.hot-update.'));
      const frame = frameFiles(compilation);
      const styles = main.filter((file) => file.endsWith('.css'));
      const provides = mapValues(shareScope, ({ version: provided = '0.0.0' }) => provided);
      return {
        version,
        shared,
        scripts,
        styles,
        frame,
        files,
        provides,
        contracts: [...areaContractVersions],
      };
    }
    const area: { pages: { id: string }[] } = JSON.parse(
      readFileSync(path.join(folder, 'area.json'), 'utf8'),
    );
    const entry = names.find((name) => /^remote-entry\./.test(name));
    return {
      area,
      version,
      shared,
      entry,
      unique_name: globalName,
      // The `./area` module and the chunks of the page's own import.
      pages: Object.fromEntries(
        area.pages.map((page) => [page.id, filesOf(chunksOf(compilation, 'area', `page-${page.id}`))]),
      ),
      files,
      needs: mapValues(shareScope, ({ requiredVersion }) => requiredVersion),
    };
  }
}

function mapValues<T, U>(record: Record<string, T>, map: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}

function releasedFiles(compilation: Compilation): Record<string, ReleasedFile> {
  const files: Record<string, ReleasedFile> = {};
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

/** The account's frame, and the late shared modules that it imports: those are chunks of their own. */
function frameFiles(compilation: Compilation): string[] {
  const late = [...compilation.modules].filter((module) => lateModule.test(module.nameForCondition() ?? ''));
  const chunks = late.flatMap((module) => [...compilation.chunkGraph.getModuleChunks(module)]);
  return filesOf([...chunksOf(compilation, 'frame'), ...chunks]);
}

const lateModule = /[\\/]shared[\\/]ui[\\/]index\.ts$/;

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
