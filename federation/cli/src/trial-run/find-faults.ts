import { type Finding, listed } from '../gate/check-release.ts';
import { type Observation, showLimit, visitLimit } from './observe-page.ts';

/** What a page did in the set that is to go live, and what it is compared with. */
export interface Compared {
  /** `voicing@0.1.0-ab12cd34`. */
  release: string;
  /** `/voicing/cdr`. */
  path: string;
  /** Id of the area whose page it is; null for a page of the host. */
  area: string | null;
  /** Global names that the release may add: its container and its chunk list contain this. */
  ownGlobal: string | null;
  candidate: Observation;
  /** What is not the candidate's: the same page in the live set or, if that does not have it, without the candidate's files. */
  reference: Observation;
}

/** The faults of a page that the live set does not have, except those of speed. */
export function findFaults(compared: Compared): Finding[] {
  const { release, path, candidate, reference } = compared;
  const finding = (check: Finding['check'], message: string, advice: string): Finding => ({
    check,
    release,
    message: `${path}: ${message}`,
    advice,
  });
  if (candidate.isStuck)
    return [
      finding(
        'run',
        `the page did not respond within ${visitLimit / 1000} s${reference.isStuck ? ', and not without this release either' : ''}`,
        reference.isStuck
          ? 'Check the release on a machine that is less busy.'
          : 'Find the loop or the wait that blocks its main thread.',
      ),
    ];
  const added = candidate.added.filter(
    (name) => !reference.added.includes(name) && !isOwnGlobal(name, compared.ownGlobal),
  );
  return [
    ...newIn(candidate.errors, reference.errors).map((error) =>
      finding(
        'error',
        `an error was thrown and not caught: ${error}`,
        'Fix the error, or catch it and show it to the visitor.',
      ),
    ),
    ...newIn(candidate.rejections, reference.rejections).map((reason) =>
      finding(
        'error',
        `a promise was rejected and nothing handled it: ${reason}`,
        'Handle the rejection where the promise is made.',
      ),
    ),
    ...failuresOf(compared).map((message) =>
      finding('error', message, 'Open the page with "portal compose" and read the browser\'s console.'),
    ),
    ...inOneLine(newIn(candidate.changed, reference.changed)).map((names) =>
      finding(
        'globals',
        `it changes built-ins: ${names}`,
        'Use functions of a module; built-ins belong to every area.',
      ),
    ),
    ...inOneLine(added).map((names) =>
      finding('globals', `it adds globals: ${names}`, 'Export them from a module instead.'),
    ),
    ...inOneLine(newIn(candidate.missingTexts, reference.missingTexts)).map((keys) =>
      finding(
        'texts',
        `texts are missing in ${candidate.language}: ${keys}`,
        'Add the keys to the locale files of every language.',
      ),
    ),
  ];
}

function failuresOf({ area, candidate, reference }: Compared): string[] {
  const stages = candidate.failures.map(({ area: failed, stage }) => `${failed} failed (${stage})`);
  const known = reference.failures.map(({ area: failed, stage }) => `${failed} failed (${stage})`);
  const failed = newIn(stages, known);
  const said = newIn(candidate.said, reference.said).slice(0, 2);
  const cause = said.length === 0 ? '' : `; the console says: ${said.join(' | ')}`;
  const owner = area ?? 'host';
  const isSilent = candidate.failures.length === 0 && !candidate.shown.includes(owner);
  const silent = isSilent ? [`${owner} was not shown within ${showLimit / 1000} s`] : [];
  return [...failed, ...silent].map((fault) => fault + cause);
}

function isOwnGlobal(name: string, own: string | null): boolean {
  return own !== null && name.includes(own);
}

function newIn(entries: readonly string[], known: readonly string[]): string[] {
  return [...new Set(entries)].filter((entry) => !known.includes(entry));
}

/** One text for a list, none for an empty one. */
function inOneLine(names: readonly string[]): string[] {
  return names.length === 0 ? [] : [listed(names)];
}
