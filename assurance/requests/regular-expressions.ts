// Checks every regular expression of the product, and parses 50 KB of text with the schema of every request.
import { endpointExamples } from '@portal/contract/endpoint-examples.fixtures';
import type { EndpointId } from '@portal/contract/endpoints';
import { check } from 'recheck';
import * as v from 'valibot';
import { endpointTable, membersOf } from '../harness/live-requests.ts';
import { type CheckCase, reportCases } from '../harness/report.ts';
import { findExpressions } from './find-expressions.ts';

/** Milliseconds in which a request must be parsed. */
const readLimit = 5;
const inputLength = 50_000;
const pieces = ['a', ' ', '1', 'a.', '1-', '@a', 'a@a.', '\n ', '-a', '(', '0'.repeat(9), 'é', '..', '//'];
/** Milliseconds that the checker may spend on one expression. */
const checkLimit = 60_000;

// The checker's native programs are not installed; it runs as JavaScript.
process.env['RECHECK_BACKEND'] = 'pure';

const { files, expressions } = await findExpressions();
const distinct = new Map(
  expressions.map((found) => [`/${found.pattern ?? found.place}/${found.flags}`, found]),
);
const cases: CheckCase[] = [];
for (const [text, { place, pattern, flags }] of distinct) {
  if (pattern === undefined) {
    cases.push({ name: `expression in ${place}`, problems: ['is built at run time'] });
    continue;
  }
  const { status, ...rest } = await check(pattern, flags, { timeout: checkLimit, randomSeed: 1 });
  const why = 'complexity' in rest ? rest.complexity?.summary : undefined;
  const attack = 'attack' in rest ? rest.attack?.pattern : undefined;
  const error = 'error' in rest ? JSON.stringify(rest.error) : undefined;
  cases.push({
    name: `${text} in ${place}`,
    problems: status === 'safe' ? [] : [[status, why, attack, error].filter(Boolean).join(' ')],
  });
}

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

/** Texts that make vulnerable expressions backtrack: a repeated piece, then a character that does not match. */
function* longTexts(): Generator<string> {
  for (const piece of pieces)
    for (const end of ['', '!', '\u0000', '@']) yield piece.repeat(inputLength / piece.length) + end;
}

/** Milliseconds that the slowest text takes. Each counts with the fastest of three attempts, to exclude pauses of the machine. */
function longestReading(schema: v.GenericSchema, example: object): number {
  const members = membersOf(schema);
  let longest = 0;
  for (const text of longTexts()) {
    // All fields together, and each beside a valid rest: conditions between fields run only then.
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
