import { expect, test } from '@jest/globals';
import { allRules, checkRules } from './check-rules.ts';
import { plantedFaults } from './testing/planted-faults.fixtures.ts';
import { filesOf, type PlantedTree } from './testing/planted-tree.ts';

function reportsOn(tree: PlantedTree) {
  return checkRules(filesOf(tree)).flatMap(({ name, faults }) =>
    faults.map((fault) => ({ rule: name, ...fault })),
  );
}

test.each(plantedFaults)('$rule: $fault', ({ rule, faulty, clean, at, message }) => {
  const reports = reportsOn(faulty);

  expect([...new Set(reports.map((report) => report.rule))]).toEqual([rule]);
  expect(reports.map((report) => `${report.file}:${report.line}`)).toContain(at);
  expect(reports.map((report) => report.message).join('\n')).toMatch(message);
  expect(reportsOn(clean)).toEqual([]);
});

test('every rule has a planted fault', () => {
  expect(new Set(plantedFaults.map(({ rule }) => rule))).toEqual(new Set(allRules.map(({ name }) => name)));
});

test('reports missing translations as warnings while translations are pending', () => {
  const missing = plantedFaults.find(({ fault }) => fault === 'a language is missing');
  const files = filesOf(missing?.faulty ?? {});

  const faults = checkRules(files, { areTranslationsPending: true }).flatMap((result) => result.faults);

  expect(faults).toEqual([expect.objectContaining({ isWarning: true })]);
});

test.each([
  ['line', ['// lint-ignore docstrings: its name says it all', 'export function a() {}']],
  ['file', ['/* lint-ignore-file docstrings: their names say it all */', '', 'export function a() {}']],
])('a written reason suppresses a rule for a %s', (_, lines) => {
  expect(reportsOn({ 'federation/cli/src/a.ts': lines })).toEqual([]);
});

test('a rule that throws has failed', () => {
  const results = checkRules([{ path: 'host/package.json', text: '{' }]);

  expect(results.find(({ name }) => name === 'dependency-versions')?.faults).toHaveLength(1);
});
