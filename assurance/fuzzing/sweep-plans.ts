import fc from 'fast-check';
import { endpointTable } from '../harness/live-requests.ts';
import { RawJson } from './hostile-values.fixtures.ts';
import { entriesOf, plausiblePlans, type RequestPlan } from './request-plans.ts';

/** Values that have failed in a database, a parser or a calendar. */
const dangerous: readonly unknown[] = [
  '\0',
  'Anna\0Tamm',
  '\ud800',
  'Anna \udfff',
  '0000-01-01',
  '0001-01-01',
  '9999-12-31',
  '99999999999999999999',
  new RawJson('1e400'),
  new RawJson('[1,{"a":"\\u0000"}]'),
  new RawJson('['.repeat(5_000) + ']'.repeat(5_000)),
  new RawJson('['.repeat(25_000) + ']'.repeat(25_000)),
  new RawJson(`${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`),
];

type Part = 'params' | 'query' | 'body';

/** Every one of some values in every member of every endpoint, in requests that are otherwise plausible. */
export function sweepPlans(seed: number, values: readonly unknown[] = dangerous): RequestPlan[] {
  return endpointTable.flatMap(([id, endpoint]) => {
    const places = placesOf('params', endpoint.params)
      .concat(placesOf('query', endpoint.query))
      .concat(placesOf('body', endpoint.body));
    const cases = places.flatMap((place) => values.map((value) => ({ ...place, value })));
    const plans = fc.sample(plausiblePlans(id, endpoint), { seed, numRuns: cases.length });
    return cases.map(({ part, path, value }, index) => withValue(plans[index], part, path, value));
  });
}

interface Place {
  part: Part;
  /** The name of the member, or of an object and its member. */
  path: readonly string[];
}

function placesOf(part: Part, schema: unknown): Place[] {
  return Object.entries(entriesOf(schema)).flatMap(([name, member]) => [
    { part, path: [name] },
    ...Object.keys(entriesOf(Object(member).wrapped ?? member)).map((inner) => ({
      part,
      path: [name, inner],
    })),
  ]);
}

function withValue(
  plan: RequestPlan | undefined,
  part: Part,
  [name = '', inner]: readonly string[],
  value: unknown,
): RequestPlan {
  if (plan === undefined) throw new Error('there are fewer plans than places');
  const member = inner === undefined ? value : { [inner]: value };
  if (part === 'query')
    return { ...plan, query: [...plan.query.filter(([key]) => key !== name), [name, member]] };
  return { ...plan, [part]: { ...Object(plan[part]), [name]: member } };
}
