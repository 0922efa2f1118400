import { expect, test } from '@jest/globals';
import { findFaults } from './find-faults.ts';
import { nothingSeen, type Observation } from './observe-page.ts';

const quiet: Observation = { ...nothingSeen(), language: 'en', shown: ['calls'] };

const compared = { release: 'calls@1', path: '/calls', area: 'calls', ownGlobal: 'portal_calls' };

function messages(candidate: Partial<Observation>, reference: Partial<Observation> = {}): string[] {
  const observed = { candidate: { ...quiet, ...candidate }, reference: { ...quiet, ...reference } };
  return findFaults({ ...compared, ...observed }).map(({ check, message }) => `${check}: ${message}`);
}

test('names what the console says about a page that failed or was not shown, except what the reference says', () => {
  const said = ['no such favicon', 'Error: no such list'];
  const known = { said: ['no such favicon'] };
  expect(messages({ failures: [{ area: 'calls', stage: 'chunk' }], said }, known)).toEqual([
    'error: /calls: calls failed (chunk); the console says: Error: no such list',
  ]);
  expect(messages({ shown: [], said }, known)).toEqual([
    'error: /calls: calls was not shown within 20 s; the console says: Error: no such list',
  ]);
  expect(messages({ said }, known)).toEqual([]);
});

test('reports a page of the host that was not shown, and no page of the host that was', () => {
  const ofHost = { ...compared, path: '/welcome', area: null };
  const shown = { ...quiet, shown: ['host'] };
  const [fault, ...more] = findFaults({ ...ofHost, candidate: { ...quiet, shown: [] }, reference: shown });
  expect([fault?.message, more]).toEqual(['/welcome: host was not shown within 20 s', []]);
  expect(findFaults({ ...ofHost, candidate: shown, reference: shown })).toEqual([]);
});

test('accepts what the reference does as well, and the globals of the area itself', () => {
  const both = { errors: ['a'], rejections: ['b'], changed: ['c'], added: ['d'], missingTexts: ['e'] };
  expect(messages(both, both)).toEqual([]);
  expect(messages({ added: ['portal_calls', 'webpackChunkportal_calls'] })).toEqual([]);
  expect(messages(both)).toHaveLength(5);
});

test('blames the machine for a page that does not respond without the release either', () => {
  expect(messages({ isStuck: true })).toEqual(['run: /calls: the page did not respond within 60 s']);
  expect(messages({ isStuck: true }, { isStuck: true })).toEqual([
    'run: /calls: the page did not respond within 60 s, and not without this release either',
  ]);
});
