import { languages } from '@portal/contract/language';
import type { SourceFile } from '../lint-rule.ts';
import { pluralCategories } from '../rules/locale-files.ts';

/** A small repository: lines of text by path. */
export type PlantedTree = Record<string, string | string[]>;

export function filesOf(tree: PlantedTree): SourceFile[] {
  return Object.entries(tree).map(([path, text]) => ({
    path,
    text: typeof text === 'string' ? text : `${text.join('\n')}\n`,
  }));
}

const titles = Object.fromEntries(languages.map((language) => [language, 'News']));

const validArea = {
  id: 'news',
  contract: 1,
  base_path: '/news',
  order: 9,
  title: 'news',
  pages: [{ id: 'list', path: 'list', title: 'news', namespaces: ['newsList'] }],
  namespaces: ['newsList'],
  titles: { news: titles },
};

const facts = {
  languages,
  host_pages: ['/welcome'],
  host_namespaces: ['common'],
  server_paths: ['v1'],
};

/** Data, code and texts of a valid area. `changes` replace fields of its area.json. */
export function areaTree(changes: object = {}, folder = 'remote-news'): PlantedTree {
  return {
    [`${folder}/area.json`]: JSON.stringify({ ...validArea, ...changes }, null, 2),
    [`${folder}/src/area.tsx`]: [
      'export const area = defineArea({',
      `  pages: { list: () => import(/* webpackChunkName: "page-list" */ './list-page.tsx') },`,
      '});',
    ],
    [`${folder}/src/list-page.tsx`]: [
      "const { t } = useTranslation('newsList');",
      "t('items');",
      "t('greeting');",
    ],
    ...localeTree(folder),
    'portal.json': JSON.stringify(facts),
  };
}

const texts = { greeting: 'Hi {{name}}, <b>read</b> this' };

/** The namespace `newsList` in all languages, each with its own plural forms. */
export function localeTree(folder = 'remote-news'): PlantedTree {
  return Object.fromEntries(
    languages.map((language) => [localePath(language, folder), localeText(language)]),
  );
}

export function localePath(language: string, folder = 'remote-news'): string {
  return `${folder}/locales/${language}/newsList.json`;
}

export function localeText(language: string, changes: Record<string, string | undefined> = {}): string {
  const forms = pluralCategories(language).map((form) => [`items_${form}`, '{{count}} items']);
  return JSON.stringify({ ...texts, ...Object.fromEntries(forms), ...changes }, null, 2);
}
