// Every regular expression of the product by a checker, and 50 KB of text through every request's schema.
import { endpointExamples } from '@portal/contract/endpoint-examples.fixtures';
import type { EndpointId } from '@portal/contract/endpoints';
import { check } from 'recheck';
import * as v from 'valibot';
import { endpointTable, membersOf } from '../harness/live-requests.ts';
import { type CheckCase, reportCases } from '../harness/report.ts';
import { findExpressions } from './find-expressions.ts';

/** Milliseconds that reading one request may take. */
const readLimit = 5;
const inputLength = 50_000;
/** Milliseconds that one expression may be thought about. */
const checkLimit = 60_000;

// The checker's own programs for each system are not installed; it runs here as JavaScript.
process.env['RECHECK_BACKEND'] = 'pure';

const { files, expressions, computed } = await findExpressions();
const distinct = new Map(expressions.map((found) => [`/${found.pattern}/${found.flags}`, found]));
const cases: CheckCase[] = [];
for (const [text, { place, pattern, flags }] of distinct) {
  const { status, ...rest } = await check(pattern, flags, { timeout: checkLimit, randomSeed: 1 });
  const why = 'complexity' in rest ? rest.complexity?.summary : undefined;
  const attack = 'attack' in rest ? rest.attack?.pattern : undefined;
  const error = 'error' in rest ? JSON.stringify(rest.error) : undefined;
  cases.push({
    name: `${text} in ${place}`,
    problems: status === 'safe' ? [] : [[status, why, attack, error].filter(Boolean).join(' ')],
  });
}
for (const place of computed)
  cases.push({ name: `expression in ${place}`, problems: ['is put together at run time'] });

const requests = endpointTable.flatMap(([id, { body, query, params }]) =>
  Object.entries({ body, query, params }).flatMap(([part, schema]) =>
    schema === undefined ? [] : [{ name: `${part} of ${id}`, schema, example: exampleOf(id, part) }],
  ),
);
let slowest = 0;
for (const { name, schema, example } of requests) {
  const time = longestReading(schema, example);
  slowest = Math.max(slowest, time);
  cases.push({
    name: `50 KB as ${name}: ${time.toFixed(2)} ms`,
    problems: time <= readLimit ? [] : [`${time.toFixed(1)} ms, target ${readLimit} ms`],
  });
}

reportCases('regular-expressions', cases, [
  `${expressions.length} expressions in ${files} files, ${distinct.size} different ones; target: none vulnerable, none unknown`,
  `${requests.length} schemas of requests with ${inputLength} characters, the slowest ${slowest.toFixed(2)} ms; target at most ${readLimit} ms`,
]);

/** Texts that make careless expressions go back: what they repeat, then something that fits nowhere. */
function* longTexts(): Generator<string> {
  for (const piece of [
    'a',
    ' ',
    '1',
    'a.',
    '1-',
    '@a',
    'a@a.',
    '\n ',
    '-a',
    '(',
    '0'.repeat(9),
    'é',
    '..',
    '//',
  ])
    for (const end of ['', '!', '\u0000', '@']) yield piece.repeat(inputLength / piece.length) + end;
}

/** Milliseconds of the slowest text; each has the best of three attempts, as a pause of the machine is not the schema's. */
function longestReading(schema: v.GenericSchema, example: object): number {
  const members = membersOf(schema);
  let longest = 0;
  for (const text of longTexts()) {
    // All members at once, and each beside what is right: conditions between members are looked at only then.
    const filled = Object.fromEntries(members.map((name) => [name, text]));
    for (const input of [text, filled, ...members.map((name) => ({ ...example, [name]: text }))]) {
      const times = [1, 2, 3].map(() => timeOf(() => v.safeParse(schema, input)));
      longest = Math.max(longest, Math.min(...times));
    }
  }
  return longest;
}

function exampleOf(id: EndpointId, part: string): object {
  return (part === 'body' && endpointExamples[id].bodies[0]) || {};
}

function timeOf(work: () => void): number {
  const started = performance.now();
  work();
  return performance.now() - started;
}
