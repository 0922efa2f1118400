import type { PlantedFault } from './planted-fault.ts';
import { areaTree, localePath, localeText } from './planted-tree.ts';

function wrongArea(fault: string, changes: object, message: RegExp, line = 1): PlantedFault {
  const at = `remote-news/area.json:${line}`;
  return { rule: 'areas', fault, faulty: areaTree(changes), clean: areaTree(), at, message };
}

function wrongTexts(
  fault: string,
  language: string,
  text: string | undefined,
  message: RegExp,
  line: number,
) {
  const path = localePath(language);
  const { [path]: _, ...others } = areaTree();
  const faulty = text === undefined ? others : { ...others, [path]: text };
  return { rule: 'locales', fault, faulty, clean: areaTree(), at: `${path}:${line}`, message };
}

const areaFaults = [
  wrongArea('area.json is invalid', { order: 'first' }, /order: /),
  wrongArea('an area is in the wrong folder', { id: 'olds' }, /in the folder remote-news/, 2),
  {
    rule: 'areas',
    fault: 'an area with a digit is in the wrong folder',
    faulty: areaTree({}, 'remote-news2'),
    clean: areaTree({ id: 'news2' }, 'remote-news2'),
    at: 'remote-news2/area.json:2',
    message: /in the folder remote-news2/,
  },
  {
    rule: 'named-areas',
    fault: 'the host names a page of an area',
    faulty: { ...areaTree(), 'host/src/menu.ts': ["const page = '/welcome';", "const news = '/news/list';"] },
    clean: {
      ...areaTree(),
      'host/src/menu.ts': ["const page = '/welcome';", "const news = actionPath('news');"],
    },
    at: 'host/src/menu.ts:2',
    message: /"\/news\/list" belongs to an area/,
  },
  wrongArea(
    'a page takes a path of the host',
    { base_path: '/', pages: [{ id: 'list', path: 'welcome', title: 'news' }] },
    /taken by host/,
    10,
  ),
  {
    rule: 'areas',
    fault: 'an area has the name of a path of the server',
    faulty: areaTree({ id: 'ops', base_path: '/news' }, 'remote-ops'),
    clean: areaTree({ id: 'opsnews', base_path: '/news' }, 'remote-opsnews'),
    at: 'remote-ops/area.json:2',
    message: /"ops" belongs to the portal/,
  },
  wrongArea(
    'a title is missing in a language of the portal',
    { titles: { news: { en: 'News' } } },
    /title "news" is missing in de/,
    21,
  ),
  wrongArea('a namespace has no file', { namespaces: ['newsList', 'newsDetail'] }, /no English file/, 12),
  wrongArea(
    'a page reads a foreign namespace',
    { pages: [{ id: 'list', path: '', title: 'news', namespaces: ['common', 'sportList'] }] },
    /"sportList", which neither/,
    12,
  ),
  {
    rule: 'areas',
    fault: 'area.tsx lacks a sidebar',
    faulty: areaTree({ sidebars: [{ id: 'help', title: 'news' }] }),
    clean: areaTree(),
    at: 'remote-news/src/area.tsx:1',
    message: /sidebars lack "help"/,
  },
  {
    rule: 'areas',
    fault: "a page's chunk has another name",
    faulty: {
      ...areaTree(),
      'remote-news/src/area.tsx': [
        'export const area = defineArea({',
        `  pages: { list: () => import(/* webpackChunkName: "list" */ './list-page.tsx') },`,
        '});',
      ],
    },
    clean: areaTree(),
    at: 'remote-news/src/area.tsx:2',
    message: /no chunk is named "page-list"/,
  },
  {
    rule: 'areas',
    fault: 'two areas share a path and a namespace',
    faulty: { ...areaTree(), ...areaTree({ id: 'olds' }, 'remote-olds') },
    clean: areaTree(),
    at: 'remote-olds/area.json:9',
    message: /path "\/news\/list" is taken by remote-news[\s\S]*namespace "newsList" is taken/,
  },
];

const textFaults = [
  wrongTexts('a language is missing', 'lt', undefined, /is missing/, 1),
  wrongTexts('a key is missing', 'de', localeText('de', { greeting: undefined }), /"greeting" is missing/, 1),
  wrongTexts('a key is unknown', 'de', localeText('de', { extra: 'x' }), /"extra" is not in the English/, 5),
  wrongTexts('a text is empty', 'de', localeText('de', { greeting: '' }), /is empty/, 2),
  wrongTexts(
    'a plural form is missing',
    'pl',
    localeText('pl', { items_few: undefined }),
    /lacks the plural form "_few"/,
    3,
  ),
  wrongTexts(
    'a plural form of another language',
    'de',
    localeText('de', { items_few: '{{count}}' }),
    /does not have/,
    3,
  ),
  wrongTexts(
    'a placeholder is lost',
    'de',
    localeText('de', { greeting: 'Hallo, <b>lies</b>' }),
    /\{\{name\}\}/,
    2,
  ),
  wrongTexts('a tag is lost', 'de', localeText('de', { greeting: 'Hallo {{name}}' }), /<b>/, 2),
];

const list = 'remote-news/src/list-page.tsx';
const keyFaults = [
  {
    rule: 'locale-keys',
    fault: 'no code uses a text',
    faulty: { ...areaTree(), [list]: ["const { t } = useTranslation('newsList');", "t('items');"] },
    clean: areaTree(),
    at: `${localePath('en')}:2`,
    message: /no code uses "greeting"/,
  },
  {
    rule: 'locale-keys',
    fault: 'code uses a text that does not exist',
    faulty: {
      ...areaTree(),
      [list]: ["t('newsList:items');", "t('newsList:greeting');", "t('newsList:farewell');"],
    },
    clean: { ...areaTree(), [list]: ["t('newsList:items');", `t(\`newsList:\${key}\`);`] },
    at: `${list}:3`,
    message: /no English text "newsList:farewell"/,
  },
];

/** Faults of an area's data and of its texts. */
export const dataFaults: PlantedFault[] = [...areaFaults, ...textFaults, ...keyFaults];
