import { endpointExamples } from '@portal/contract/endpoint-examples.fixtures';
import {
  passwordCases,
  profileRules,
  registrationRules,
  supportRules,
} from '@portal/contract/rules.fixtures';
import fc from 'fast-check';

type Body = Record<string, unknown>;

const bodies: readonly Body[] = Object.values(endpointExamples).flatMap(
  ({ bodies }) => bodies as readonly Body[],
);
const rules = [registrationRules, profileRules, supportRules, passwordCases.spec, passwordCases.nist].flat();

/** The limits of the contract's length rules, and one length beyond all of them. */
const lengths = [
  0, 1, 2, 3, 4, 6, 7, 8, 9, 14, 15, 16, 17, 25, 26, 32, 33, 64, 65, 128, 129, 150, 151, 254, 257, 5001,
];

const character = fc.constantFrom(...`aZ09 @.-_()+,;'"<>/\\\u00a0\u0000\n\täßІ№😀́`);

/** Any JSON value. */
const junk = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.constantFrom(null, undefined, '', ' ', [], {}, '0', 'null'),
  fc.array(fc.string({ maxLength: 3 }), { maxLength: 2 }),
  fc.dictionary(fc.string({ maxLength: 3 }), fc.integer(), { maxKeys: 2 }),
);

/** Values of the contract's examples and rules for a member, in any request. */
function knownValues(name: string): unknown[] {
  const ofExamples = bodies.flatMap((body) => (Object.hasOwn(body, name) ? [body[name]] : []));
  const ofRules = rules.flatMap((rule) => [
    ...(rule.field === name ? [rule.value] : []),
    ...(rule.beside !== undefined && Object.hasOwn(rule.beside, name) ? [rule.beside[name]] : []),
  ]);
  return [...ofExamples, ...ofRules];
}

/** A text similar to another: one character more, fewer or different, surrounded by spaces, or in another case. */
const spoiled = (text: string) =>
  fc.tuple(fc.nat(text.length), character, fc.nat(5)).map(([at, other, kind]) => {
    const [head, tail] = [text.slice(0, at), text.slice(at)];
    return [
      head + other + tail,
      head + tail.slice(1),
      head + other + tail.slice(1),
      ` ${text}\n`,
      text.toUpperCase(),
      head,
    ][kind];
  });

const sized = fc
  .tuple(fc.constantFrom(...lengths), fc.constantFrom('a', 'A1!a', '1', ' ', 'ä', '😀', 'a@b.co'))
  .map(([length, piece]) => piece.repeat(Math.ceil(length / piece.length)).slice(0, length));

function nearValue(name: string): fc.Arbitrary<unknown> {
  const known = knownValues(name);
  if (known.length === 0) return fc.oneof(sized, junk);
  const one = fc.constantFrom(...known);
  const nearly = one.chain((value) => (typeof value === 'string' ? spoiled(value) : fc.constant(value)));
  return fc.oneof({ weight: 5, arbitrary: one }, { weight: 4, arbitrary: nearly }, sized, junk);
}

/**
 * Generates almost valid bodies with these members: one of `examples` with up to three members changed, removed or
 * added, and sometimes arbitrary values.
 */
export function randomBodies(members: readonly string[], examples: readonly object[]): fc.Arbitrary<unknown> {
  const valid = fc.constantFrom(...examples.map((example) => ({ ...example }) as Body), {});
  const names = fc.constantFrom(...members, 'role', 'balance');
  const values = new Map([...members, 'role', 'balance'].map((name) => [name, nearValue(name)]));
  const change = names.chain((name) => fc.tuple(fc.constant(name), fc.nat(9), values.get(name) ?? junk));
  const near = fc.tuple(valid, fc.array(change, { maxLength: 3 })).map(([body, changes]) => {
    const changed = { ...body };
    for (const [name, kind, value] of changes) {
      if (kind === 0) delete changed[name];
      else changed[name] = value;
    }
    return changed;
  });
  const all = fc.record(Object.fromEntries(values), { requiredKeys: [] });
  return fc.oneof({ weight: 8, arbitrary: near }, { weight: 2, arbitrary: all });
}
