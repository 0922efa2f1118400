import { describe, expect, test } from '@jest/globals';
import type { Endpoint } from '@portal/contract/endpoint';
import { endpointExamples } from '@portal/contract/endpoint-examples.fixtures';
import { type EndpointId, endpoints } from '@portal/contract/endpoints';
import { changePasswordRequestOf } from '@portal/contract/password-change';
import { registerRequestOf } from '@portal/contract/registration';
import { validate } from '@portal/shared/api/standard-schema';
import fc from 'fast-check';
import type * as v from 'valibot';
import { HttpError } from '../errors/http-error.ts';
import { randomBodies } from '../testing/random-requests.fixtures.ts';
import { parse } from './route.ts';

/** Bodies for each endpoint; a failure prints the seed and the smallest failing body. */
const runs = 10_000;

type Bodies = readonly [name: string, schema: v.GenericSchema, examples: readonly object[]];

const ofCalls = Object.entries<Endpoint>(endpoints).flatMap(([id, { body }]): Bodies[] =>
  body === undefined ? [] : [[id, body, endpointExamples[id as EndpointId].bodies]],
);
// Several endpoints share a body.
const distinct = [...new Map(ofCalls.map((one) => [one[1], one])).values()];
const table: Bodies[] = [
  ...distinct,
  ['register, passwords by nist', registerRequestOf('nist'), endpointExamples.register.bodies.map(inWords)],
  [
    'changePassword, passwords by nist',
    changePasswordRequestOf('nist'),
    endpointExamples.changePassword.bodies.map(inWords),
  ],
];

describe(`${runs} almost valid bodies`, () => {
  test.each(table)('of %s get the same field errors from the form and the BFF', (_, body, examples) => {
    let accepted = 0;
    fc.assert(
      fc.property(randomBodies(membersOf(body), examples), (values) => {
        const form = (validate(body, values).issues ?? []).map(({ field, code }) => `${field}: ${code}`);
        const server = refusals(body, overTheWire(values));
        if (form.join() !== server.fields.join()) expect(server.fields).toEqual(form);
        if (server.output === undefined) return;
        accepted += 1;
        // A form sends the output of its schema, so parsing that output again must not change it.
        const again = refusals(body, overTheWire(server.output));
        if (JSON.stringify(again.output) !== JSON.stringify(server.output))
          expect(again.output).toEqual(server.output);
      }),
      { numRuns: runs },
    );
    // With invalid bodies alone, both sides would agree by refusing everything.
    expect(accepted).toBeGreaterThan(runs / 50);
  });
});

/** Parses a body like the BFF's route: returns the output, or each field's code in order. */
function refusals(body: v.GenericSchema, value: unknown): { output?: unknown; fields: string[] } {
  const endpoint: Endpoint = { ...endpoints.login, body };
  try {
    return { output: parse(endpoint, { params: {}, query: {}, body: value }).body, fields: [] };
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    const fields = new Map(
      (error.details.errors ?? []).map(({ field, code }) => [field.split('.')[0] ?? '', code]),
    );
    return { fields: [...fields].map(([field, code]) => `${field}: ${code}`) };
  }
}

/** Returns the example with a password that fits the other profile. */
function inWords(example: object): object {
  return { ...example, password: 'purple tandem 7', password_repeat: 'purple tandem 7' };
}

function overTheWire(values: unknown): unknown {
  return JSON.parse(JSON.stringify(values));
}

function membersOf(schema: object): string[] {
  if ('entries' in schema) return Object.keys(Object(schema.entries));
  const [first] = 'pipe' in schema && Array.isArray(schema.pipe) ? schema.pipe : [];
  return first === undefined ? [] : membersOf(first);
}
