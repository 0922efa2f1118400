import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { endpoints } from '@portal/contract/endpoints';
import browserEndpoints from './endpoints-loader.ts';

const files = ['account', 'service', 'finance', 'security'];

test.each(files)('leaves method, path and response of the %s endpoints, and nothing else', (name) => {
  const source = readFileSync(new URL(`../../shared/contract/${name}-endpoints.ts`, import.meta.url), 'utf8');
  const declarations = [
    ...browserEndpoints(source).matchAll(/^export const (\w+) = \{\n([\s\S]*?)\n\} as const satisfies/gm),
  ];
  for (const [, id, members = ''] of declarations) {
    const names = [...members.matchAll(/^ {2}(\w+):/gm)].map(([, member]) => member);
    expect({ id, names }).toEqual({ id, names: ['method', 'path', 'response'] });
  }
  const known = declarations.filter(([, id = '']) => Object.hasOwn(endpoints, id));
  expect(known.length).toBeGreaterThanOrEqual(6);
});
