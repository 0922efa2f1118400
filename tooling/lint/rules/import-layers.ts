import path from 'node:path';

/** What a layer may import. `outside`: the only packages of others that its product code may use; absent: any. */
export interface Layer {
  inside: string[];
  outside?: string[];
}

const shared = ['api', 'area', 'form', 'i18n', 'router', 'session', 'ui'].map((part) => `shared/${part}`);
const react = ['react', 'react-dom'];
const texts = ['i18next', 'react-i18next'];

/** The arrows of docs/architecture.md: layer → what it may import beside itself. Nothing imports host, e2e or assurance. */
const layers: Record<string, Layer> = {
  contract: { inside: [], outside: ['valibot'] },
  'shared/i18n': {
    inside: ['contract', 'shared/api'],
    outside: [...react, ...texts, 'i18next-http-backend', 'zustand'],
  },
  'shared/router': { inside: ['contract', 'shared/api'], outside: [...react, 'react-router-dom', 'valibot'] },
  'shared/api': {
    inside: ['contract'],
    outside: ['react', '@tanstack/react-query', 'ky', 'valibot', 'zustand'],
  },
  'shared/session': {
    inside: ['contract', 'shared/api', 'shared/i18n', 'shared/router'],
    outside: [...react, ...texts, '@tanstack/react-query', 'valibot', 'zustand'],
  },
  'shared/ui': {
    inside: ['contract', 'shared/i18n'],
    outside: [
      ...react,
      ...texts,
      '@internationalized/date',
      'lucide-react',
      'react-aria-components',
      'valibot',
      'zustand',
    ],
  },
  'shared/area': {
    inside: ['contract', ...shared],
    outside: [...react, ...texts, 'react-router-dom', 'valibot', 'zustand'],
  },
  'shared/form': {
    inside: ['contract', 'shared/api', 'shared/area', 'shared/i18n', 'shared/ui'],
    outside: [...react, ...texts, 'valibot', 'zustand'],
  },
  'shared/bot-check': {
    inside: ['contract', 'shared/api', 'shared/area', 'shared/form', 'shared/i18n', 'shared/ui'],
    outside: ['react', 'altcha-lib'],
  },
  'shared/prerender': {
    inside: ['contract', 'shared/api', 'shared/i18n'],
    outside: [...react, ...texts, 'react-router-dom'],
  },
  'shared/testing': { inside: ['contract', ...shared] },
  host: { inside: ['contract', ...shared, 'shared/prerender'] },
  remote: {
    inside: ['contract', ...shared, 'shared/bot-check', 'shared/prerender'],
    // A library of one area comes with that area alone.
    outside: [...react, ...texts, 'uqr', 'valibot', 'zustand'],
  },
  bff: { inside: ['contract'] },
  deploy: { inside: ['contract'] },
  testbed: { inside: ['contract', 'deploy'] },
  e2e: { inside: ['contract', 'deploy', 'testbed'] },
  assurance: { inside: ['contract', 'deploy', 'testbed'] },
  tooling: { inside: ['contract', 'deploy'] },
};

/** The layer's rules, or undefined for files outside every layer. */
export function layerRules(layer: string): Layer | undefined {
  return layers[layer.startsWith('remote-') ? 'remote' : layer];
}

/** Which layer a repository path belongs to: `shared/contract/money.ts` → `contract`. */
export function layerOfPath(file: string): string | undefined {
  const [first = '', second = ''] = file.split('/');
  if (first === 'shared') return second === 'contract' ? 'contract' : `shared/${second}`;
  return first.startsWith('remote-') || Object.hasOwn(layers, first) ? first : undefined;
}

export interface ImportTarget {
  layer?: string;
  /** Repository path without extension, for relative imports. */
  path?: string;
  /** Name of a package from outside the repository; Node's own modules are `node:…`. */
  package?: string;
}

/** What an import in a file means: a layer of the repository, or a package from outside. */
export function resolveImport(file: string, specifier: string): ImportTarget {
  if (specifier.startsWith('.')) {
    const target = path.posix.join(path.posix.dirname(file), specifier);
    return { path: target, ...inLayer(layerOfPath(target)) };
  }
  const [scope = '', name = '', part = ''] = specifier.split('/');
  if (scope !== '@portal') return { package: scope.startsWith('@') ? `${scope}/${name}` : scope };
  return { layer: name === 'shared' ? `shared/${part}` : name };
}

function inLayer(layer: string | undefined): { layer?: string } {
  return layer === undefined ? {} : { layer };
}
