import type { IForbiddenRuleType, IRegularForbiddenRuleType } from 'dependency-cruiser';
import { layers } from './layers.ts';

/** Tests, fixtures and test kits. All patterns in this file match paths relative to the root. */
export const tests = '\\.test\\.tsx?$|\\.fixtures\\.tsx?$|/testing/|\\.setup\\.ts$';
/** Configuration of tools, which runs on Node in every package. */
const configuration = '\\.config\\.(?:ts|mjs|js)$|\\.d\\.ts$';
/** Layers whose code runs in a browser, without Node. */
const browser = /^(?:host|remote|shared\/(?!testing).*|contract|federation\/(?:browser|contract))$/;

/** The pattern of a layer's folder. It captures the name of a remote as `$1`. */
function folderOf(layer: string): string {
  if (layer === 'contract') return '^shared/contract/';
  return layer === 'remote' ? '^(remote-[^/]+)/' : `^${layer}/`;
}

const ownFolder = (layer: string) => (layer === 'remote' ? '^$1/' : folderOf(layer));
const allLayers = Object.keys(layers).map((layer) =>
  layer === 'remote' ? '^remote-[^/]+/' : folderOf(layer),
);

/**
 * Tests may also import the test kit and the host's texts; tests of the BFF compare its rules with the validation of forms,
 * and attack the guard's verdict.
 */
const forTests: Record<string, string[]> = {
  bff: ['^shared/testing/', '^shared/api/standard-schema', '^federation/cli/src/guard/canary-verdict'],
  'federation/build': ['^shared/contract/'],
};
const forEveryTest = ['^shared/testing/', '^host/locales/'];

function rulesOf([layer, { inside, outside }]: [
  string,
  (typeof layers)[string],
]): IRegularForbiddenRuleType[] {
  const path = folderOf(layer);
  const product = { path, pathNot: [tests, configuration] };
  const allowed = [ownFolder(layer), ...inside.map(folderOf)];
  const rules: IRegularForbiddenRuleType[] = [
    {
      name: `${layer} must not import another layer than ${inside.join(', ') || 'itself'}`,
      severity: 'error',
      from: product,
      to: { path: allLayers, pathNot: allowed },
    },
    {
      name: `tests of ${layer} must not import another layer than ${['the test kit', ...inside].join(', ')}`,
      severity: 'error',
      from: { path: `${path}.*(?:${tests})` },
      to: { path: allLayers, pathNot: [...allowed, ...forEveryTest, ...(forTests[layer] ?? [])] },
    },
  ];
  if (outside !== undefined)
    rules.push({
      name: `${layer} must not import other packages than ${outside.join(', ')}`,
      severity: 'error',
      from: product,
      to: { path: 'node_modules/', pathNot: `node_modules/(?:${outside.join('|')})/` },
    });
  if (browser.test(layer))
    rules.push({
      name: `${layer} must not use Node's modules: it runs in a browser`,
      severity: 'error',
      from: product,
      to: { dependencyTypes: ['core'] },
    });
  return rules;
}

const feature = '^(host|remote-[^/]+)/src/features/([^/]+)/';

/** The arrows of docs/architecture.md, as dependency-cruiser reads them. */
export const importRules: IForbiddenRuleType[] = [
  ...Object.entries(layers).flatMap(rulesOf),
  {
    name: 'a feature must not import another feature',
    severity: 'error',
    from: { path: feature },
    to: { path: '^$1/src/features/', pathNot: '^$1/src/features/$2/' },
  },
  {
    name: 'a feature must not import area.tsx: the arrow points the other way',
    severity: 'error',
    from: { path: feature },
    to: { path: '^$1/src/area\\.tsx$' },
  },
  {
    name: 'files must not import each other in a circle',
    severity: 'error',
    from: {},
    to: { circular: true },
  },
];

/** Rules for product code without tests, because tests may import any folder. */
export const folderRules: IForbiddenRuleType[] = [
  {
    name: 'folders of the BFF must not import each other in a circle',
    scope: 'folder',
    severity: 'error',
    from: { path: '^bff/src' },
    to: { circular: true },
  },
];
