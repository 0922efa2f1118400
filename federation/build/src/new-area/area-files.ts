import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readPortalFacts } from '../workspace/workspace-packages.ts';
import { areasIn, namespaceOf } from './area-name.ts';
import { pageFiles } from './page-files.ts';

interface NewArea {
  /** Returns the version of an installed package, for an area in its own repository. */
  versionOf?: ((name: string) => string) | undefined;
  /** Languages of its texts, ISO 639-1. */
  languages: readonly string[];
  /** Lower-case words with hyphens between them; also the base path, and the folder after `remote-`. */
  id: string;
  /** Position in the navigation. */
  order: number;
}

/** The text of the first page by language; English for other languages. */
const firstTexts: Record<string, string> = {
  en: 'There is nothing here yet.',
  es: 'Aquí todavía no hay nada.',
  de: 'Hier gibt es noch nichts.',
  fr: 'Il n’y a encore rien ici.',
  pt: 'Ainda não há nada aqui.',
  it: 'Qui non c’è ancora nulla.',
  ru: 'Здесь пока ничего нет.',
  tr: 'Burada henüz bir şey yok.',
  pl: 'Tutaj jeszcze nic nie ma.',
  et: 'Siin ei ole veel midagi.',
  lv: 'Šeit vēl nekā nav.',
  lt: 'Čia dar nieko nėra.',
};

/** The files of a new area, by their path inside its folder: one page with its test and texts. */
export function areaFiles(area: NewArea): Record<string, string> {
  const title = titleOf(area.id);
  const namespace = namespaceOf(area.id);
  return {
    'package.json': json(manifest(area)),
    'area.json': json(areaData(area, title, namespace)),
    'tsconfig.json': json({
      extends: '@portal/tooling/tsconfig/browser.json',
      include: ['**/*.ts', '**/*.tsx', '**/*.json'],
      exclude: ['dist', 'node_modules'],
    }),
    'jest.config.mjs': "export { browser as default } from '@portal/tooling/jest/preset.mjs';\n",
    'webpack.config.ts': [
      "import { defineRemote } from '@portal/federation-build/webpack/define-remote';",
      '',
      "export default defineRemote(new URL('./area.json', import.meta.url));",
      '',
    ].join('\n'),
    ...Object.fromEntries(
      area.languages.map((language) => [
        `locales/${language}/${namespace}.json`,
        json({ title, text: firstTexts[language] ?? firstTexts['en'] }),
      ]),
    ),
    ...pageFiles(area.id, title, namespace),
  };
}

/** `call-recording` → `Call recording`. */
function titleOf(id: string): string {
  const words = id.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function areaData({ id, order, languages }: NewArea, title: string, namespace: string): object {
  return {
    id,
    contract: 2,
    base_path: `/${id}`,
    order,
    title: id,
    pages: [{ id: 'main', path: '', title: id, index: true, namespaces: [namespace] }],
    navigation: [{ page: 'main', icon: 'grid' }],
    namespaces: [namespace],
    titles: { [id]: Object.fromEntries(languages.map((language) => [language, title])) },
  };
}

// The share scope and the test helpers resolve these from an area's folder, even if it does not import them.
const dependencies = ['i18next', 'react', 'react-dom', 'react-i18next', 'valibot', 'zustand'];
const developmentDependencies = [
  '@jest/globals',
  '@testing-library/dom',
  '@testing-library/jest-dom',
  '@testing-library/react',
  '@testing-library/user-event',
  '@types/node',
  '@types/react',
  '@types/react-dom',
  'jest',
  'msw',
  'typescript',
  'webpack',
  'webpack-cli',
];

function manifest({ id, versionOf }: NewArea): object {
  const entries = (names: string[], version: string) =>
    names.map((name) => [name, versionOf?.(name) ?? version]);
  const ours = (names: string[]) =>
    entries(
      names.map((name) => `@portal/${name}`),
      'workspace:*',
    );
  const theirs = (names: string[]) => entries(names, 'catalog:');
  const tools = ['federation-build', ...(versionOf === undefined ? [] : ['federation-cli']), 'tooling'];
  return {
    name: `@portal/remote-${id}`,
    version: '0.1.0',
    private: true,
    type: 'module',
    scripts: versionOf === undefined ? workspaceScripts(id) : separateScripts(id),
    sideEffects: ['*.css'],
    dependencies: Object.fromEntries([...ours(['contract', 'shared']), ...theirs(dependencies)]),
    devDependencies: Object.fromEntries([...ours(tools), ...theirs(developmentDependencies)]),
  };
}

// Called in the folder of the area.
const workspaceScripts = (id: string) => ({
  build: `node ../tooling/bootstrap.mjs build remote-${id}`,
  test: `node ../tooling/bootstrap.mjs test-package remote-${id}`,
  publish: `node ../tooling/bootstrap.mjs portal publish ${id}`,
});

const separateScripts = (id: string) => ({
  dev: 'portal-dev .',
  build: 'portal-build .',
  test: 'tsc -p . && jest',
  publish: `portal publish ${id} --from dist`,
});

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** Writes a new area into a workspace, at the end of the navigation; returns its folder. */
export function writeArea(root: string, id: string): string {
  const folder = path.join(root, `remote-${id}`);
  const order = Math.max(0, ...areasIn(root).map((area) => area.order)) + 10;
  for (const [name, content] of Object.entries(
    areaFiles({ id, order, languages: readPortalFacts(root).languages }),
  )) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  return folder;
}
