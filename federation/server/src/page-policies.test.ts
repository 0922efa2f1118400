import { afterAll, describe, expect, test } from '@jest/globals';
import { type Composition, compositionSchema } from '@portal/federation-contract/composition';
import { CspEvaluator, DEFAULT_CHECKS } from 'csp_evaluator';
import { Severity } from 'csp_evaluator/dist/finding.js';
import { CspParser } from 'csp_evaluator/dist/parser.js';
import * as v from 'valibot';
import { type CodeSources, type DeliveryConfig, pagePolicies } from './page-policies.ts';
import {
  createPortalFolder,
  sampleArea,
  sampleCanary,
  sampleComposition,
  sampleRelease,
  sampleTemplate,
} from './testing/portal-folder.fixtures.ts';

const folder = createPortalFolder();
afterAll(() => folder.remove());

function policiesOf(
  change: {
    composition?: object;
    config?: Partial<DeliveryConfig>;
    isOverridden?: boolean;
    codeSources?: CodeSources;
  } = {},
) {
  const composition: Composition = v.parse(compositionSchema, {
    ...sampleComposition,
    ...change.composition,
  });
  const config: DeliveryConfig = { ...folder.config, ...change.config };
  return pagePolicies({
    template: sampleTemplate,
    config,
    composition,
    isOverridden: change.isOverridden ?? false,
    sheets: [],
    codeSources: change.codeSources,
  });
}

function directivesOf(policies: Record<string, string>): Record<string, string[]> {
  return new CspParser(policies['content-security-policy'] ?? '').csp.directives as Record<string, string[]>;
}

const provider: CodeSources = {
  scripts: ['https://code.example/check/'],
  frames: ['https://frames.example/check/'],
  connections: ['https://calls.example/check/'],
  styles: "style-src-attr 'unsafe-inline'",
};
const away = (origin: string) => sampleRelease('0.2.0', `${origin}/remotes/a/0.2.0/`);
const developed = () => ({ ...sampleRelease('0.2.0', 'http://localhost:3001/'), manifest: null, files: {} });

test('allows code, styles and texts from the second copy of the releases', () => {
  const directives = (config: Partial<DeliveryConfig>) => directivesOf(policiesOf({ config }));
  const allowing = Object.entries(directives({ alternate_files: 'https://files.example/portal' }))
    .filter(([, sources]) => sources.includes('https://files.example'))
    .map(([name]) => name);
  expect(allowing).toEqual(['script-src', 'style-src', 'connect-src', 'img-src', 'font-src']);
  expect(JSON.stringify(directives({}))).not.toContain('files.example');
  expect(policiesOf({ config: { alternate_files: 'https://files.example/portal' } })).toHaveProperty(
    'integrity-policy',
  );
});

describe('S05: the policy of a page', () => {
  test.each<[string, Parameters<typeof policiesOf>[0]]>([
    ['from one place', {}],
    ['in production', { config: { environment: 'production' } }],
    ['with a second copy', { config: { alternate_files: 'https://files.example/portal' } }],
    ['with requests to another origin', { config: { bff_base_address: 'https://api.example/' } }],
  ])('passes the CSP evaluator: %s', (_what, change) => {
    const { csp } = new CspParser(policiesOf(change)['content-security-policy'] ?? '');
    const findings = new CspEvaluator(csp).evaluate(undefined, DEFAULT_CHECKS);
    expect(findings.filter(({ severity }) => severity <= Severity.STRICT_CSP)).toEqual([]);
  });

  test('allows only the host’s inline script, by its hash', () => {
    const { 'script-src': scripts, 'style-src': styles } = directivesOf(policiesOf());
    expect(scripts).toEqual(["'self'", expect.stringMatching(/^'sha256-.{44}'$/)]);
    expect(styles).toEqual(["'self'", expect.stringMatching(/^'sha256-.{44}'$/)]);
  });

  test('allows only the origins of the releases in the composition', () => {
    const area = sampleArea({
      active: away('https://cdn.example'),
      previous: away('https://old.example'),
      canary: { ...sampleCanary(10), release: away('https://new.example') },
    });
    const directives = directivesOf(policiesOf({ composition: { areas: [area] } }));
    const origins = ['https://cdn.example', 'https://old.example', 'https://new.example'];
    for (const name of ['script-src', 'style-src', 'connect-src'])
      expect(directives[name]?.filter((source) => !source.startsWith("'"))).toEqual(origins);
  });

  test('allows the sources of another provider, and no further styles', () => {
    const directives = directivesOf(policiesOf({ codeSources: provider }));
    expect(directives['script-src']?.slice(2)).toEqual(provider.scripts);
    expect(directives['frame-src']).toEqual(provider.frames);
    expect(directives['connect-src']).toEqual(["'self'", ...provider.connections]);
    expect(directives['style-src-attr']).toEqual(["'unsafe-inline'"]);
    expect(directives['style-src']).toEqual(directivesOf(policiesOf())['style-src']);
  });

  test('allows sockets only to development servers', () => {
    const plain = policiesOf({
      composition: { areas: [sampleArea({ active: away('https://cdn.example') })] },
    });
    expect(plain['content-security-policy']).not.toContain('wss:');
    const developing = directivesOf(
      policiesOf({ composition: { areas: [sampleArea({ active: developed() })] } }),
    );
    expect(developing['connect-src']).toContain('ws://localhost:3001');
  });

  test.each([
    ['production', false],
    ['test', false],
    ['staging', true],
    ['development', true],
  ] as const)('in %s lets scripts of a developer’s machine run, once armed: %s', (environment, isAllowed) => {
    const machine = ['http://localhost:*', 'http://127.0.0.1:*'];
    const armed = directivesOf(policiesOf({ config: { environment }, isOverridden: true }));
    const unarmed = directivesOf(policiesOf({ config: { environment } }));
    const isIn = (sources: string[] | undefined) => machine.every((origin) => sources?.includes(origin));
    expect([isIn(armed['script-src']), isIn(armed['connect-src'])]).toEqual([isAllowed, isAllowed]);
    expect([isIn(unarmed['script-src']), isIn(unarmed['connect-src'])]).toEqual([false, isAllowed]);
  });

  test.each<[string, boolean, Parameters<typeof policiesOf>[0]]>([
    ['a page of releases', true, {}],
    [
      'releases from another origin',
      true,
      { composition: { areas: [sampleArea({ active: away('https://a.example') })] } },
    ],
    ['a development server', false, { composition: { areas: [sampleArea({ active: developed() })] } }],
    ['a developer’s machine', false, { config: { environment: 'staging' }, isOverridden: true }],
    ['code of another provider', false, { codeSources: provider }],
    [
      'an override that production knows nothing of',
      true,
      { config: { environment: 'production' }, isOverridden: true },
    ],
  ])(
    'runs no script without a hash and none that no policy has let through: %s: %s',
    (_what, isHeld, change) => {
      const policies = policiesOf(change);
      expect(policies['integrity-policy']).toBe(isHeld ? 'blocked-destinations=(script)' : undefined);
      expect(policies['cross-origin-embedder-policy']).toBe(isHeld ? 'credentialless' : undefined);
      const directives = directivesOf(policies);
      expect(directives['require-trusted-types-for']).toEqual(isHeld ? ["'script'"] : undefined);
      expect(directives['trusted-types']).toEqual(isHeld ? ['default'] : undefined);
    },
  );
});
