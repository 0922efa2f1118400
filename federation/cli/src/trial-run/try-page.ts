import { isDeepStrictEqual } from 'node:util';
import type { PortalFacts } from '@portal/federation-contract/portal-facts';
import type { BrowserContext } from 'playwright-core';
import type { UnitSet } from '../composition/write-composition.ts';
import type { Finding } from '../gate/check-release.ts';
import { type Compared, findFaults } from './find-faults.ts';
import { findLongTask } from './long-tasks.ts';
import { type Observation, observePage, type Visit } from './observe-page.ts';
import { differenceOf, isBlank } from './pictures.ts';
import { shellFaults } from './shell-faults.ts';
import type { PagePictures, TrialResult } from './trial-run.ts';
import type { TriedPage } from './tried-pages.ts';

/** Milliseconds that a second look at the reference waits for code that is loaded late. */
const lingerTime = 2_000;

/** Who visits a served set. */
export interface Visitors {
  origin: string;
  /** Opens a new browser session. */
  open(visitor: { isAnonymous: boolean }): Promise<BrowserContext>;
}

export interface Trial {
  visitors: { candidate: Visitors; live: Visitors | undefined };
  sets: { candidate: UnitSet; live: UnitSet | undefined };
  /** What the clock of every page shows, in milliseconds since 1970. */
  moment: number;
  facts: PortalFacts;
}

/** Opens a page in both sets. Returns its faults and what it looks like. */
export async function tryPage(page: TriedPage, trial: Trial): Promise<TrialResult> {
  const looks = looksAt(page, trial);
  const shell = trial.facts.trial_run.shell;
  const [first, reference] = await Promise.all([looks.candidate({ shell }), looks.reference({ shell })]);
  // A busy machine may be the reason for which nothing was shown.
  const isSilent = first.isStuck || !first.shown.includes(page.area ?? 'host');
  const candidate = isSilent ? await looks.candidate({ shell }) : first;
  const alone = await looks.hostAlone?.();
  const { unit, version } = page.candidate;
  const active = trial.sets.candidate.areas.find(({ area }) => area.id === unit)?.active;
  const compared: Compared = {
    release: `${unit}@${version}`,
    path: page.path,
    area: page.area,
    ownGlobal: active?.unique_name ?? null,
    candidate,
    reference: alone === undefined ? reference : merged(reference, alone),
  };
  if (candidate.isStuck) return { findings: findFaults(compared), pages: [] };
  const faults = [
    ...(await confirmedFaults(compared, looks)),
    ...(await findLongTask(
      compared,
      { candidate: looks.candidate, reference: looks.hostAlone ?? looks.reference },
      trial.facts.trial_run.long_task_ms,
    )),
    ...(await findBlankPage(compared, looks, shell)),
    ...(unit === 'host' ? [] : await findShellFaults(compared, looks, shell)),
  ];
  return { findings: faults, pages: picturesOf(compared, looks.isLive) };
}

/** The host loads some code later, which may have come too late for the reference. */
async function confirmedFaults(compared: Compared, looks: Looks): Promise<Finding[]> {
  if (findFaults(compared).length === 0) return [];
  const second = await (looks.hostAlone ?? looks.reference)({ lingers: lingerTime });
  return findFaults({ ...compared, reference: merged(compared.reference, second) });
}

/** A difference counts if a second look at both pages shows one as well. */
async function findShellFaults(
  { release, path, candidate, reference }: Compared,
  looks: Looks,
  shell: string,
): Promise<Finding[]> {
  const first = looks.isShellSame ? reference : await looks.withoutRelease({ shell });
  if (shellFaults(first.views, candidate.views).length === 0) return [];
  const [again, shown] = await Promise.all([
    looks.isShellSame ? looks.reference({ shell }) : looks.withoutRelease({ shell }),
    looks.candidate({ shell }),
  ]);
  return shellFaults(again.views, shown.views).map((fault) => ({
    check: 'shell',
    release,
    message: `${path}: ${fault}`,
    advice: 'The shell belongs to the host: change only elements of the area, and keep them inside it.',
  }));
}

/** A page that shows nothing in a second look either, and showed something before. That it does not come is another fault. */
async function findBlankPage(
  { release, path, area, candidate, reference }: Compared,
  looks: Looks,
  shell: string,
): Promise<Finding[]> {
  if (!candidate.shown.includes(area ?? 'host')) return [];
  const blankIn = ({ views }: Observation) => views.find(({ picture, content }) => isBlank(picture, content));
  if (blankIn(candidate) === undefined || (looks.isLive && blankIn(reference) !== undefined)) return [];
  const found = blankIn(await looks.candidate({ shell }));
  if (found === undefined) return [];
  const message = `${path}: its page is blank at a width of ${found.width} px`;
  const advice = 'Render the page or, if it cannot be rendered, say so.';
  return [{ check: 'blank', release, message, advice }];
}

type Look = (more?: Pick<Visit, 'shell' | 'lingers'>) => Promise<Observation>;

interface Looks {
  candidate: Look;
  /** The page in the live set or, if that does not have it, the page without the release. */
  reference: Look;
  /** The page without the files of the release: what the host alone shows. */
  withoutRelease: Look;
  /** The same for an area beside a host that is not live yet: what that host does is not to be blamed on the area. */
  hostAlone: Look | undefined;
  isLive: boolean;
  /** Whether the reference has the same shell: menus and titles come from area.json. */
  isShellSame: boolean;
}

function looksAt({ path, area, candidate: { unit }, isAnonymous, isLive }: TriedPage, trial: Trial): Looks {
  const { visitors, sets, moment, facts } = trial;
  const observe = async ({ origin, open }: Visitors, more: Partial<Visit> | undefined) =>
    observePage(await open({ isAnonymous }), {
      url: origin + path,
      moment,
      area,
      hostShown: facts.trial_run.shown,
      ...more,
    });
  const own = sets.candidate.areas.find((one) => one.area.id === unit);
  const before = sets.live?.areas.find((one) => one.area.id === unit);
  const withoutRelease: Look = async (more) => {
    const seen = await observe(visitors.candidate, { ...more, blocked: own?.active.base });
    // Neither what the missing files cause nor, if there is no release without which to compare, its own is an excuse.
    const missingTexts = own === undefined ? [] : seen.missingTexts;
    return { ...seen, missingTexts, errors: [], rejections: [], failures: [], said: [] };
  };
  const { live } = visitors;
  const isCompared = isLive && live !== undefined;
  const isHostSame = sets.live?.host.version === sets.candidate.host.version;
  return {
    candidate: (more) => observe(visitors.candidate, more),
    reference: isCompared ? (more) => observe(live, more) : withoutRelease,
    withoutRelease,
    hostAlone: isCompared && !isHostSame && own !== undefined ? withoutRelease : undefined,
    isLive: isCompared,
    isShellSame: !isCompared || (isHostSame && isDeepStrictEqual(own?.area, before?.area)),
  };
}

function picturesOf({ path, release, candidate, reference }: Compared, isLive: boolean): PagePictures[] {
  return candidate.views.map(({ width, picture: after }) => {
    const before = isLive ? reference.views.find((view) => view.width === width)?.picture : undefined;
    const page = { path, release, width, after };
    if (before === undefined) return { ...page, before: null, difference: null, changed: null };
    const { picture, changed } = differenceOf(before, after);
    return { ...page, before, difference: picture, changed };
  });
}

function merged(a: Observation, b: Observation): Observation {
  return {
    ...a,
    longestTask: Math.max(a.longestTask, b.longestTask),
    errors: [...a.errors, ...b.errors],
    rejections: [...a.rejections, ...b.rejections],
    changed: [...a.changed, ...b.changed],
    added: [...a.added, ...b.added],
    missingTexts: [...a.missingTexts, ...b.missingTexts],
    failures: [...a.failures, ...b.failures],
    said: [...a.said, ...b.said],
  };
}
