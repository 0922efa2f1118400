/** What a layer may import: other layers (`inside`) and, in product code, npm packages (`outside`; absent: any). */
interface Layer {
  inside: string[];
  outside?: string[];
}

const shared = ['api', 'area', 'form', 'i18n', 'router', 'session', 'ui'].map((part) => `shared/${part}`);
const forms = ['contract', 'shared/api', 'shared/area', 'shared/form', 'shared/i18n', 'shared/ui'];
const react = ['react', 'react-dom'];
const texts = ['i18next', 'react-i18next'];

/** The import arrows of docs/architecture.md, by layer. No layer imports host, e2e or assurance. */
export const layers: Record<string, Layer> = {
  contract: { inside: [], outside: ['valibot'] },
  'shared/i18n': { inside: ['contract', 'shared/api'], outside: [...react, ...texts, 'zustand'] },
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
    inside: ['contract', 'federation/contract', ...shared],
    outside: [...react, ...texts, 'react-router-dom', 'valibot', 'zustand'],
  },
  'shared/form': {
    inside: ['contract', 'shared/api', 'shared/area', 'shared/i18n', 'shared/ui'],
    outside: [...react, ...texts, 'valibot', 'zustand'],
  },
  'shared/bot-check': { inside: forms, outside: ['react', 'altcha-lib'] },
  'shared/account-forms': { inside: forms, outside: ['react'] },
  'shared/service-pages': {
    inside: [...forms, 'shared/account-forms', 'shared/router', 'shared/session'],
    outside: ['react'],
  },
  'shared/prerender': {
    inside: ['contract', 'shared/api', 'shared/i18n', 'shared/ui'],
    outside: [...react, ...texts, 'react-router-dom'],
  },
  'shared/testing': { inside: ['contract', 'federation/contract', ...shared] },
  host: { inside: ['contract', 'federation/browser', 'federation/contract', ...shared, 'shared/prerender'] },
  remote: {
    inside: [
      'contract',
      ...shared,
      'shared/account-forms',
      'shared/bot-check',
      'shared/prerender',
      'shared/service-pages',
    ],
    // A library of a single area is bundled with that area.
    outside: [...react, ...texts, 'uqr', 'valibot', 'zustand'],
  },
  bff: { inside: ['contract', 'federation/contract', 'federation/server'] },
  demo: { inside: ['contract', 'bff'] },
  'federation/contract': { inside: [], outside: ['valibot'] },
  'federation/browser': {
    inside: [
      'federation/contract',
      ...['area', 'form', 'i18n', 'router', 'ui'].map((part) => `shared/${part}`),
    ],
    outside: ['@module-federation', 'react', 'valibot', 'zustand'],
  },
  'federation/monolith': {
    inside: [
      'federation/browser',
      'federation/build',
      'federation/contract',
      ...['area', 'i18n', 'ui'].map((part) => `shared/${part}`),
    ],
    outside: ['react'],
  },
  'federation/build': { inside: ['federation/contract'] },
  'federation/server': {
    inside: ['federation/contract'],
    outside: ['@fastify/static', 'fastify', 'prom-client', 'valibot'],
  },
  'federation/cli': { inside: ['federation/contract', 'federation/server'] },
  'federation/example': {
    inside: [
      'federation/browser',
      'federation/build',
      'federation/cli',
      'federation/contract',
      'federation/server',
      ...['area', 'i18n', 'router'].map((part) => `shared/${part}`),
    ],
  },
  testbed: { inside: ['contract', 'federation/cli', 'federation/contract'] },
  e2e: {
    inside: [
      'contract',
      'federation/build',
      'federation/cli',
      'federation/contract',
      'federation/example',
      'testbed',
    ],
  },
  assurance: { inside: ['contract', 'federation/cli', 'federation/contract', 'testbed', 'tooling'] },
  tooling: { inside: ['contract', 'federation/build', 'federation/cli', 'federation/contract'] },
};
