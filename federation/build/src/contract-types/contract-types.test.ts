import { expect, test } from '@jest/globals';
import { areaContractVersions } from '@portal/federation-contract/area';
import { declarationsOf, readPublicTypes } from './public-types.ts';
import { readSharedTypes } from './shared-types.ts';
import { packageVersion, readSnapshot, snapshotOf, typeChanges, versionFault } from './type-changes.ts';

test.each([
  ['contract', readPublicTypes],
  ['shared', readSharedTypes],
] as const)(
  'breaking changes of %s come with a new version',
  async (name, read) => {
    const stored = readSnapshot(name);
    const fault = versionFault(typeChanges(stored, await read()), stored.version, packageVersion(name));
    expect(fault ?? 'no fault').toBe('no fault');
  },
  60_000,
);

test('the area contract version is the major version of the package', () => {
  expect(Number(packageVersion('contract').split('.')[0])).toBe(areaContractVersions.at(-1));
});

test('the types of shared modules cover re-exports and the types that they mention', () => {
  const { declarations, version } = readSnapshot('shared');
  expect(Object.keys(declarations)).toEqual(
    expect.arrayContaining([
      'shared/ui Button',
      'shared/api request',
      'shared/session useProfile',
      'shared/ui ButtonSize',
    ]),
  );
  const changes = typeChanges({ version, declarations }, {});
  expect(changes.breaking).toContain('shared/ui Button is gone');
  expect(versionFault(changes, version, version)).toContain('shared/ui Button is gone');
});

const before = `import * as v from 'valibot';
export declare const paymentSchema: v.ObjectSchema<{
    readonly amount: v.StringSchema<undefined>;
    readonly status: v.PicklistSchema<readonly ["paid", "open"], undefined>;
}, undefined>;
export type Payment = v.InferOutput<typeof paymentSchema>;
export declare function total(payments: Payment[]): string;
export declare const errorCodes: readonly ["not_found", "internal"];
export declare const codesByStatus: {
    readonly 404: readonly ["not_found"];
};
export declare const getPayment: {
    readonly method: "GET";
    readonly errors: readonly ["not_found"];
};
export {};
`;

const typesOf = (text: string) =>
  Object.fromEntries(
    declarationsOf(text).map(({ name, lines }) => [`shared/contract/payments.ts ${name}`, lines]),
  );
const agreed = snapshotOf('1.4.0', typesOf(before));
const changed = (from: string, to: string) => typeChanges(agreed, typesOf(before.replace(from, to)));

const amount = '    readonly amount: v.StringSchema<undefined>;\n';

test.each([
  ['a member is gone', amount, ''],
  ['a member is renamed', 'amount', 'sum'],
  ['a member is of another type', 'v.StringSchema', 'v.NumberSchema'],
  ['a value is no longer possible', '"paid", ', ''],
  ['a member must be there that was not', amount, `${amount}    readonly fee: v.StringSchema<undefined>;\n`],
  ['a function wants more', 'payments: Payment[]', 'payments: Payment[], fee: string'],
  ['an error code is gone', '"not_found", "internal"', '"internal"'],
  ['an endpoint is of another method', '"GET"', '"POST"'],
  ['a declaration is gone', 'export declare function total(payments: Payment[]): string;\n', ''],
])('reports as breaking: %s', (_what, from, to) => {
  const changes = changed(from, to);
  expect(changes.breaking).toHaveLength(1);
  expect(versionFault(changes, '1.4.0', '1.5.0')).toContain(changes.breaking[0]);
  expect(versionFault(changes, '1.4.0', '2.0.0')).toBeUndefined();
});

test.each([
  ['nothing', 'x', 'x'],
  [
    'a member that may be absent',
    amount,
    `${amount}    readonly fee: v.OptionalSchema<v.ObjectSchema<{\n        readonly a: v.StringSchema<undefined>;\n    }, undefined>, undefined>;\n`,
  ],
  ['an error code', '"not_found", "internal"', '"not_found", "gone", "internal"'],
  ['an error code of a status', '404: readonly ["not_found"]', '404: readonly ["not_found", "gone"]'],
  [
    'an error code of an endpoint',
    'errors: readonly ["not_found"]',
    'errors: readonly ["not_found", "gone"]',
  ],
  [
    'a first error code of an endpoint',
    'errors: readonly ["not_found"]',
    'errors: readonly ["absent", "not_found"]',
  ],
  ['a declaration', 'export {};', 'export declare const fee: string;\nexport {};'],
])('reports as an addition: %s', (_what, from, to) => {
  expect(changed(from, to).breaking).toEqual([]);
});
