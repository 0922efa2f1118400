import { existsSync, readFileSync } from 'node:fs';
import { type SourceMap, SourceMap as SourceMapReader } from 'node:module';
import { brotliCompressSync } from 'node:zlib';

interface Script {
  code: string;
  /** The content of its source map. A script that contains no module has none. */
  map?: ConstructorParameters<typeof SourceMapReader>[0];
}

/** The module of what no source is known for, such as what the minimizer adds. */
const unknown = '(generated)';

/**
 * Bytes of scripts by module, largest first. A module's share of a script's compressed size is that of its own compressed text:
 * modules are compressed together, so that no module has a size of its own.
 */
export function moduleShares(scripts: readonly Script[]): [module: string, bytes: number][] {
  const shares = new Map<string, number>();
  for (const { code, map } of scripts) {
    const texts = map ? textsByModule(code, new SourceMapReader(map)) : new Map([[unknown, code]]);
    const sizes = [...texts].map(([module, text]) => [module, compressedSize(text)] as const);
    const scale = compressedSize(code) / sizes.reduce((sum, [, size]) => sum + size, 0);
    for (const [module, size] of sizes) shares.set(module, (shares.get(module) ?? 0) + size * scale);
  }
  return [...shares].sort(([, a], [, b]) => b - a);
}

/** The shares of the modules of script files, whose source maps stand beside them. */
export function moduleSharesOf(files: readonly string[]): [module: string, bytes: number][] {
  return moduleShares(
    files.map((file) => ({
      code: readFileSync(file, 'utf8'),
      ...(existsSync(`${file}.map`) && { map: JSON.parse(readFileSync(`${file}.map`, 'utf8')) }),
    })),
  );
}

/** Adds the shares of modules of one npm package, and of one folder of the repository (`shared/ui`). */
export function packageShares(shares: readonly [module: string, bytes: number][]): [string, number][] {
  const groups = Map.groupBy(shares, ([module]) => packageOf(module));
  return [...groups]
    .map(([name, members]): [string, number] => [name, members.reduce((sum, [, bytes]) => sum + bytes, 0)])
    .sort(([, a], [, b]) => b - a);
}

function textsByModule(code: string, map: SourceMap): Map<string, string> {
  const texts = new Map<string, string>();
  for (const [line, text] of code.split('\n').entries()) {
    let start = 0;
    let module = moduleAt(map, line, 0);
    for (let column = 1; column <= text.length; column += 1) {
      const next = column === text.length ? undefined : moduleAt(map, line, column);
      if (next === module) continue;
      texts.set(module, (texts.get(module) ?? '') + text.slice(start, column));
      start = column;
      module = next ?? unknown;
    }
  }
  return texts;
}

function moduleAt(map: SourceMap, line: number, column: number): string {
  const entry = map.findEntry(line, column);
  return 'originalSource' in entry ? nameOf(entry.originalSource) : unknown;
}

/** `webpack://finances/../node_modules/.pnpm/ky@2/node_modules/ky/index.js` → `ky/index.js`. */
function nameOf(source: string | undefined): string {
  const path = (source ?? unknown).replace(/^webpack:\/\/[^/]*\//, '').replace(/^(?:\.\.?\/)+/, '');
  return path.replace(/^(?:.*\/)?node_modules\//, 'npm/').replace(/\.[0-9a-f]{32}(?=\.)/, '');
}

function packageOf(module: string): string {
  const depth = module.startsWith('npm/@') ? 3 : 2;
  return module.split('/').slice(0, depth).join('/');
}

function compressedSize(text: string): number {
  return brotliCompressSync(text).length;
}
