import { endpointExamples } from '@portal/contract/endpoint-examples.fixtures';
import fc from 'fast-check';
import * as v from 'valibot';
import { hostileTexts, Known, RawJson, strangeDays, strangeJson } from './hostile-values.fixtures.ts';

/** What a schema says about the text of one member. */
interface Rules {
  options: unknown[];
  patterns: RegExp[];
  lengths: number[];
  /** Whether the member takes values other than text. */
  isBoolean: boolean;
}

/** Reads the rules of a schema and of everything it is made of, except the members of an object. */
function rulesOf(schema: unknown): Rules {
  const rules: Rules = { options: [], patterns: [], lengths: [], isBoolean: false };
  for (const { type, options, literal, requirement } of partsOf(schema)) {
    if (type === 'boolean') rules.isBoolean = true;
    if (literal !== undefined) rules.options.push(literal);
    if (requirement instanceof RegExp) rules.patterns.push(requirement);
    if (typeof requirement === 'number') rules.lengths.push(requirement);
    rules.options.push(...listOf(options).filter((option) => typeof option !== 'object'));
  }
  return rules;
}

type Part = Readonly<Record<string, unknown>>;

/** The schema, and the schemas and actions that it is made of. */
function partsOf(schema: unknown): Part[] {
  const parts = new Set<Part>();
  const visit = (part: unknown): void => {
    if (typeof part !== 'object' || part === null || parts.has(Object(part))) return;
    parts.add(Object(part));
    const { wrapped, item, pipe, options }: Part = Object(part);
    for (const inner of [wrapped, item, ...listOf(pipe), ...listOf(options)]) visit(inner);
  };
  visit(schema);
  return [...parts];
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

interface MemberRules {
  name: string;
  schema: unknown;
  /** Whether its value travels as text, in a query or a path. */
  isText: boolean;
  /** Values of the contract's examples. */
  examples: readonly unknown[];
  /** Names of the fields that the endpoint returns; some of them order a list. */
  fields: readonly string[];
}

/** Values of a member: those that its schema accepts, and those that it probably refuses. */
export interface MemberValues {
  plausible: fc.Arbitrary<unknown>;
  spoiled: fc.Arbitrary<unknown>;
}

const daysAgo = (...days: number[]) =>
  days.map((count) => new Date(Date.now() - count * 86_400_000).toISOString().slice(0, 10));
const firstDays = daysAgo(7, 30, 60, 90);
const lastDays = daysAgo(0, 1, 3);

/** Derives both kinds of values from the member's schema, its name and the contract's examples. */
export function memberValues({ name, schema, isText, examples, fields }: MemberRules): MemberValues {
  const rules = rulesOf(schema);
  const texts = [...rules.options, ...examples];
  const strings = texts.filter((value) => typeof value === 'string');
  const plausible: fc.Arbitrary<unknown>[] = [
    ...namedValues(name),
    ...(name === 'order' && fields.length > 0 ? [orders(fields)] : []),
    ...(texts.length > 0 && !isKnown(name) ? [fc.constantFrom(...texts)] : []),
    ...(isText && rules.options.length > 1 ? [commaList(rules.options.map(String))] : []),
    ...(rules.isBoolean && !isText ? [fc.boolean()] : []),
    ...(isKnown(name) ? [] : rules.patterns.flatMap(matching)),
  ];
  const ordinary = fc.constantFrom('Anna Tamm', '1', '10', '2026', 'de', 'Europe/Riga', '50.00');
  const spoiled: fc.Arbitrary<unknown>[] = [
    fc.constantFrom(...hostileTexts),
    fc.constantFrom(...strangeJson),
    fc.constantFrom(...strangeDays),
    fc.constantFrom(null, undefined, '', true, false, 0, -1, 1.5, 2 ** 53, [], {}, [''], [[]], { a: 1 }),
    ...(strings.length > 0 ? [fc.constantFrom(...strings).chain(altered)] : []),
    ...(rules.lengths.length > 0 ? [fc.constantFrom(...rules.lengths).chain(ofAboutLength)] : []),
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.json({ maxDepth: 3 }).map((text) => new RawJson(text)),
  ];
  return {
    plausible: accepted(fc.oneof(...plausible, ordinary), { schema, isText }),
    spoiled: fc.oneof(...spoiled),
  };
}

const triedValues = 300;

/** The values that the member's schema accepts, out of some; all of them if it accepts none. */
function accepted(
  values: fc.Arbitrary<unknown>,
  { schema, isText }: Pick<MemberRules, 'schema' | 'isText'>,
): fc.Arbitrary<unknown> {
  if (!isSchema(schema)) return values;
  const isAccepted = (value: unknown) =>
    value instanceof Known || v.safeParse(schema, isText ? String(value) : value).success;
  // Always the same values, so that a seed repeats the requests.
  const some = fc.sample(values, { numRuns: triedValues, seed: 1 }).filter(isAccepted);
  return some.length === 0 ? values : fc.constantFrom(...some);
}

function isSchema(value: unknown): value is v.GenericSchema {
  return Object(value).kind === 'schema';
}

/** Orders by one or two of the fields that an endpoint returns. */
function orders(fields: readonly string[]): fc.Arbitrary<string> {
  const term = fc
    .tuple(fc.constantFrom(...fields), fc.constantFrom('', '-'))
    .map(([field, minus]) => minus + field);
  return fc.array(term, { minLength: 1, maxLength: 2 }).map((terms) => terms.join(','));
}

/** Names of the fields of a schema and of everything in it. */
export function fieldsIn(schema: unknown): string[] {
  const names = partsOf(schema).flatMap(({ entries }) =>
    Object.entries(Object(entries)).flatMap(([name, entry]) => [name, ...fieldsIn(entry)]),
  );
  return [...new Set(names)];
}

/** Values of members that no schema describes. */
function namedValues(name: string): fc.Arbitrary<unknown>[] {
  if (isKnown(name)) return [fc.nat(999).map((nth) => new Known(name, nth))];
  if (name === 'captcha_token') return [forgedSolutions];
  if (name.startsWith('filter_')) return [fc.constantFrom('1', 'all', 'de', '372')];
  if (name.includes('date')) return [fc.constantFrom(...(name.startsWith('end') ? lastDays : firstDays))];
  return [];
}

/** Members whose values only the portal under test knows. */
function isKnown(name: string): boolean {
  return /_id$|^(?:token|code|email|password|password_repeat|current_password)$/.test(name);
}

const challenges = endpointExamples.getBotCheckChallenge.responses.map(({ challenge }) => challenge);

/** Solutions of the bot check that look right, and any JSON in their place. */
const forgedSolutions = fc
  .oneof(
    fc.record({
      challenge: fc.constantFrom(...challenges),
      solution: fc.record({ counter: fc.nat(), derivedKey: fc.constantFrom('0'.repeat(64), 'f'.repeat(63)) }),
    }),
    fc.jsonValue(),
  )
  .map((solution) => Buffer.from(JSON.stringify(solution)).toString('base64'));

function commaList(options: readonly string[]): fc.Arbitrary<string> {
  return fc
    .subarray([...options], { minLength: 1, maxLength: Math.min(3, options.length) })
    .map((some) => some.map((option, index) => (index === 1 ? `-${option}` : option)).join(','));
}

/** Texts that a pattern matches; none for patterns that the generator cannot read. */
function matching(pattern: RegExp): fc.Arbitrary<string>[] {
  try {
    return [fc.stringMatching(pattern, { size: 'small' })];
  } catch {
    return [];
  }
}

const intruders = ['\0', '\ud800', '\u202e', ' ', '\n', '"', "'", '%', ',', '😀', 'ı', '*', '-', '0', '\\'];

/** A valid text with a foreign character, with a piece removed, twice, or in another case. */
function altered(text: string): fc.Arbitrary<string> {
  return fc
    .tuple(fc.nat(text.length), fc.constantFrom(...intruders), fc.nat(4))
    .map(([at, intruder, kind]) => {
      const [head, tail] = [text.slice(0, at), text.slice(at)];
      return (
        [head + intruder + tail, head + tail.slice(1), text + text, text.toUpperCase(), head][kind] ?? ''
      );
    });
}

/** Texts around a limit of the schema. */
function ofAboutLength(limit: number): fc.Arbitrary<string> {
  return fc
    .tuple(fc.integer({ min: -1, max: 1 }), fc.constantFrom('a', '1', 'ä', '😀', 'A1!a'))
    .map(([more, piece]) => piece.repeat(Math.max(limit + more, 0)).slice(0, limit + more + 1));
}
