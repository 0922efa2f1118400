import { execFile } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from '../workspace/workspace-packages.ts';

interface Manifest {
  name: string;
  version: string;
  exports?: Record<string, string>;
  bin?: Record<string, string>;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  sideEffects?: boolean | string[];
}

/** Folders of the packages that an area in a repository of its own installs, relative to the root. */
const packedFolders = [
  'shared/contract',
  'shared',
  'federation/contract',
  'federation/browser',
  'federation/build',
  'federation/server',
  'federation/cli',
  'tooling',
];

/** Packages that run on Node; the types of the others include the browser's. */
const nodePackages = ['federation/build', 'federation/server', 'federation/cli'];

const run = promisify(execFile);

/**
 * Compiles the packages to JavaScript with declarations, because Node strips no types below node_modules, and packs each
 * with `npm pack`. Returns the tarballs in `target` by package name. Throws when a package does not compile.
 */
export async function packPackages(target: string): Promise<Map<string, string>> {
  const stage = path.join(root, 'var', 'packages', String(process.pid));
  mkdirSync(target, { recursive: true });
  try {
    await compile(stage);
    const versions = new Map(packedFolders.map(readManifest).map(({ name, version }) => [name, version]));
    const packed = new Map<string, string>();
    for (const folder of packedFolders) packed.set(...(await pack(folder, stage, target, versions)));
    return packed;
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8'));
}

/** Each package with the types that it declares itself, each file at its path in the repository below `stage/out`. */
async function compile(stage: string): Promise<void> {
  const compiler = path.join(
    path.dirname(createRequire(import.meta.url).resolve('typescript/package.json')),
    'bin',
    'tsc',
  );
  for (const folder of packedFolders.filter((one) => one !== 'tooling')) {
    const project = path.join(stage, 'projects', folder);
    const above = path.relative(project, root);
    const kind = nodePackages.includes(folder) ? 'node' : 'browser';
    const of = (pattern: string) => `${above}/${folder}/${pattern}`;
    mkdirSync(project, { recursive: true });
    writeFileSync(
      path.join(project, 'tsconfig.json'),
      JSON.stringify({
        extends: `${above}/tooling/tsconfig/${kind}.json`,
        compilerOptions: {
          noEmit: false,
          declaration: true,
          rewriteRelativeImportExtensions: true,
          rootDir: above,
          outDir: path.relative(project, path.join(stage, 'out')),
          types: kind === 'node' ? ['node'] : ['node', `${above}/tooling/tsconfig/assets.d.ts`],
        },
        include: [of('**/*.ts'), of('**/*.tsx'), of('**/*.json')],
        exclude: ['**/node_modules', '**/*.test.*', 'ui/**/*.fixtures.*', 'dist', 'contract'].map(of),
      }),
    );
    try {
      await run(process.execPath, [compiler, '-p', project, '--pretty', 'false'], { cwd: root });
    } catch (error) {
      const { stdout = '' }: { stdout?: string } = Object(error);
      throw new Error(`${folder} does not compile:\n${stdout.slice(0, 4_000)}`, { cause: error });
    }
  }
}

async function pack(
  folder: string,
  stage: string,
  target: string,
  versions: ReadonlyMap<string, string>,
): Promise<[name: string, tarball: string]> {
  const manifest = readManifest(folder);
  const place = path.join(stage, 'packages', manifest.name);
  copyFiles(folder, stage, place);
  writeFileSync(
    path.join(place, 'package.json'),
    JSON.stringify(
      {
        name: manifest.name,
        version: manifest.version,
        type: 'module',
        ...(manifest.sideEffects !== undefined && { sideEffects: manifest.sideEffects }),
        ...(manifest.exports !== undefined && { exports: packedExports(folder, manifest.exports) }),
        ...(manifest.bin !== undefined && { bin: mapValues(manifest.bin, (file) => compiled(folder, file)) }),
        dependencies: packedDependencies(manifest, versions),
      },
      null,
      2,
    ),
  );
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', target], { cwd: place });
  const [{ filename }]: [{ filename: string }] = JSON.parse(stdout);
  return [manifest.name, path.join(target, filename)];
}

/** What is compiled, and what needs no compiling: style sheets, data and presets; and the host's texts for the test kit. */
function copyFiles(folder: string, stage: string, place: string): void {
  if (folder === 'tooling') {
    for (const one of ['jest', 'tsconfig'])
      cpSync(path.join(root, folder, one), path.join(place, folder, one), { recursive: true });
    return;
  }
  const isOwn = (file: string) => folder !== 'shared' || !file.startsWith('contract/');
  const copy = (from: string) => {
    for (const file of globSync('**/*.{js,d.ts,css,json}', {
      cwd: path.join(from, folder),
      exclude: (name) => ['node_modules', 'dist', 'package.json', 'tsconfig.json'].includes(name),
    })) {
      if (!isOwn(file)) continue;
      const to = path.join(place, folder, file);
      mkdirSync(path.dirname(to), { recursive: true });
      cpSync(path.join(from, folder, file), to);
    }
  };
  copy(path.join(stage, 'out'));
  copy(root);
  if (folder === 'shared')
    cpSync(path.join(root, 'host/locales'), path.join(place, 'host/locales'), { recursive: true });
}

/** `./src/area.ts` of `federation/contract` → `./federation/contract/src/area.js`. */
function compiled(folder: string, file: string): string {
  return `./${path.posix.join(folder, file).replace(/\.tsx?$/, '.js')}`;
}

function packedExports(folder: string, exports: Record<string, string>): Record<string, object | string> {
  const all =
    exports['./*'] === './src/*' ? { ...exports, './*.ts': './src/*.ts', './*.tsx': './src/*.tsx' } : exports;
  return mapValues(all, (file) => {
    if (file === './package.json') return file;
    const place = compiled(folder, file);
    return /\.tsx?$/.test(file) ? { types: place.replace(/\.js$/, '.d.ts'), default: place } : place;
  });
}

/** Versions instead of references to the workspace. The presets of `tooling` need no package of the portal. */
function packedDependencies({ name, dependencies = {} }: Manifest, versions: ReadonlyMap<string, string>) {
  const entries = Object.keys(dependencies)
    .filter((one) => name !== '@portal/tooling' || !one.startsWith('@portal/'))
    .map((one) => [one, versions.get(one) ?? lockedVersion(one)] as const);
  return Object.fromEntries(entries);
}

/** The version of an npm package in the workspace's catalog; `*` for one that is not there. */
export function lockedVersion(name: string): string {
  const catalog = readFileSync(path.join(root, 'pnpm-workspace.yaml'), 'utf8');
  const starts = [`  ${name}: `, `  '${name}': `];
  const line = catalog.split('\n').find((one) => starts.some((start) => one.startsWith(start)));
  return line?.slice(line.indexOf(': ') + 2) ?? '*';
}

function mapValues<T, U>(record: Record<string, T>, map: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}
