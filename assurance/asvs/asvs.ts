// Compares docs/asvs.csv with the requirements of the standard and with the tests, checks and pages that it names.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import * as v from 'valibot';
import { type CheckCase, reportCases } from '../harness/report.ts';
import { levels } from './requirements.ts';

const leastOfLevel3 = 20;
const root = path.resolve(import.meta.dirname, '../..');
const file = path.join(root, 'docs/asvs.csv');
/** Names each accepted requirement with reason, risk and compensation. */
const acceptedRecord = 'docs/decisions/0038-accepted-deviations-from-asvs.md';

const rowSchema = v.strictObject({
  id: v.string(),
  level: v.string(),
  state: v.picklist(['proven', 'documented', 'not applicable', 'accepted', 'open']),
  requirement: v.pipe(v.string(), v.minLength(5)),
  /** Ids of checks, and files with or without the title of a test, separated by semicolons. */
  evidence: v.pipe(
    v.string(),
    v.transform((text) => text.split('; ').filter(Boolean)),
  ),
  note: v.string(),
});
type Row = v.InferOutput<typeof rowSchema>;

/** Runs the check. `checkIds` are the ids of all checks, such as `S02`. */
export function checkAsvs(checkIds: readonly string[]): void {
  const rows = v.parse(v.array(rowSchema), parse(readFileSync(file, 'utf8'), { columns: true }));
  const applicable = rows.filter(({ state }) => state !== 'not applicable');
  const required = applicable.filter(({ level }) => level !== '3');
  const open = required.filter(({ state }) => state === 'open');
  const accepted = required.filter(({ state }) => state === 'accepted');
  const ofLevel3 = rows.filter(({ level, state }) => level === '3' && state === 'proven');

  const cases: CheckCase[] = [
    {
      name: `each of the ${levels.size} requirements has one row, with its level`,
      problems: problemsOfIds(rows),
    },
    {
      name: `${rows.flatMap(({ evidence }) => evidence).length} tests, checks and pages exist`,
      problems: rows.flatMap(({ id, evidence }) =>
        evidence.filter((one) => !exists(one, checkIds)).map((one) => `${id} names ${one}`),
      ),
    },
    { name: 'each row has what its state requires', problems: rows.flatMap(problemsOfState) },
    {
      name: `${ofLevel3.length} requirements of level 3 are proven; target at least ${leastOfLevel3}`,
      problems: ofLevel3.length >= leastOfLevel3 ? [] : ['missed'],
    },
    {
      name: `${required.length - open.length - accepted.length} of ${required.length} applicable requirements of levels 1 and 2 are proven or documented, and ${accepted.length} are accepted deviations; target all`,
      problems: open.map(({ id, requirement, note }) => `${id} (${requirement}) is open: ${note}`),
    },
  ];
  reportCases('asvs', cases, [
    ...['1', '2', '3'].map((level) => summaryOf(level, rows)),
    ...accepted.map(({ id, level, note }) => `accepted: ${id} (level ${level}): ${note}`),
  ]);
}

function problemsOfIds(rows: readonly Row[]): string[] {
  const ids = rows.map(({ id }) => id);
  return [
    ...[...levels.keys()].filter((id) => !ids.includes(id)).map((id) => `${id} is missing`),
    ...ids.filter((id, index) => ids.indexOf(id) < index).map((id) => `${id} has two rows`),
    ...rows
      .filter(({ id, level }) => levels.get(id) !== level)
      .map(({ id, level }) => `${id} with level ${level} is not of the standard`),
  ];
}

function isCheck(evidence: string): boolean {
  return /^[A-Z]\d\d$/.test(evidence);
}

function isTest(evidence: string): boolean {
  return /\.(?:test|spec)\.tsx?(?:#|$)/.test(evidence);
}

/** Whether a check has the id, or a file exists and contains an active test whose title begins so. */
function exists(evidence: string, checkIds: readonly string[]): boolean {
  if (isCheck(evidence)) return checkIds.includes(evidence);
  const [name = '', title] = evidence.split('#');
  const text = read(name);
  if (text === undefined) return false;
  if (title === undefined) return !isTest(evidence) || /^\s*(?:test|it)(?:\.each)?[.(]/m.test(text);
  const at = ["'", '"', '`'].flatMap((quote) => text.split(quote + title).slice(0, -1));
  return at.length > 0 && at.every((before) => !/\.(?:skip|todo)\([^()]*$/.test(before));
}

function read(name: string): string | undefined {
  try {
    return readFileSync(path.join(root, name), 'utf8');
  } catch {
    return undefined;
  }
}

/** Whether the record of accepted deviations names the id in one of its headings. */
function isRecorded(id: string): boolean {
  const headings = read(acceptedRecord)?.match(/^\*\*.*$/gm) ?? [];
  return headings.some((heading) => heading.split(/[\s*]+/).includes(id));
}

function problemsOfState({ id, level, state, evidence, note }: Row): string[] {
  const isMissing = {
    proven: !evidence.some((one) => isCheck(one) || isTest(one)) && 'a test or check',
    documented: evidence.length === 0 && 'a page',
    'not applicable': (evidence.length > 0 || note === '') && 'a reason and nothing else',
    accepted: (note === '' || !isRecorded(id)) && `a note, and a section in ${acceptedRecord}`,
    open: level !== '3' && note === '' && 'what is missing',
  }[state];
  return isMissing === false ? [] : [`${id} is ${state}, which requires ${isMissing}`];
}

function summaryOf(level: string, rows: readonly Row[]): string {
  const of = (state: Row['state']) => rows.filter((row) => row.level === level && row.state === state).length;
  return `level ${level}: ${of('proven')} proven, ${of('documented')} documented, ${of('accepted')} accepted, ${of('open')} open, ${of('not applicable')} not applicable`;
}
