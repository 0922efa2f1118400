import type { LiveHost } from '@portal/federation-contract/composition';
import type { FailureStage, ReleaseReport } from '@portal/federation-contract/release-telemetry';
import { pageToken } from './page-token.ts';
import { readScriptCookie, writeScriptCookie } from './script-cookies.ts';

/** Milliseconds after which a start without a result counts as failed; it may still succeed. */
const startLimit = 30_000;
/** Milliseconds to find out whether the portal responds. */
const probeLimit = 3_000;
/** Seconds in which this browser gets another host. The server reads the cookie (federation/server, page-visit). */
const fallbackTime = 600;
const cookieName = 'portal_failed_host';
/** The tab has reloaded a page of this version of the host because of an incomplete start. */
const reloadedKey = 'portal.reloaded-start';
/** The prerendered page, and its screen inside the portal's own frame. */
const prerendered = '#prerendered, #prerendered-screen';
/** The chunk that only observes the page (federation/browser, watch-incidents). The portal works without it. */
const observer = /\/incidents\.[^/]*\.js$/;

interface StartedHost {
  host: Pick<LiveHost, 'version' | 'base' | 'scripts' | 'styles'>;
  /** Number of the composition. */
  number: number;
  source: 'active' | 'previous' | 'canary';
  /** Whether a reload can bring another host: the active one instead of a canary, or the previous one. */
  hasFallback: boolean;
  /** The guard counts pages by host: a start is reported too. */
  isCounted: boolean;
  reportUrl: URL;
  reload?: () => void;
}

/**
 * Watches the scripts and sheets of the host. When one cannot be loaded, or is not the released one, it reports that and
 * reloads the page with the host to fall back to. Without one, if the portal cannot run without the file, it reloads the page
 * once and then shows `#start-failure`, which is also shown if the start takes too long. It also remembers which button of
 * the prerendered screen was pressed.
 */
export function watchStart({
  host,
  number,
  source,
  hasFallback,
  isCounted,
  reportUrl,
  reload = () => location.reload(),
}: StartedHost): Pick<PortalStart, 'fail' | 'succeed' | 'failRender' | 'pressed'> {
  const ownFiles = [...host.scripts, ...host.styles].map((file) => absolute(host.base + file));
  const timer = setTimeout(endStart, startLimit);
  // The server has no other host when it sent the one that failed again.
  const mayFallBack = hasFallback && !isFailedHost(host.version);
  let isIncomplete = false;
  let isRecovering = false;
  addEventListener('click', rememberPress, true);
  for (const name of ['pointerdown', 'pointerup', 'pointercancel'])
    addEventListener(name, rememberHold, true);
  addEventListener('error', checkFile, true);
  return {
    fail: endStart,
    succeed: () => {
      clearTimeout(timer);
      if (isIncomplete) return;
      forgetReload();
      showFailure();
      if (mayFallBack) saveFailedHosts(failedHosts().filter((version) => version !== host.version));
      if (isCounted) reportShown();
    },
    failRender: () => {
      reportFailure('render');
      void recover();
    },
  };

  // A retry gets the other host. It is not loaded automatically, because a slow connection would start from nothing.
  async function endStart(): Promise<void> {
    if (mayFallBack) saveFailedHost(host.version);
    showFailure((await responds('/composition.json')) ? 'incomplete' : 'unreachable');
  }

  function showFailure(kind?: 'incomplete' | 'unreachable'): void {
    const failure = document.getElementById('start-failure');
    if (failure === null) return;
    for (const message of failure.querySelectorAll<HTMLElement>('[data-failure]'))
      message.hidden = message.dataset['failure'] !== kind;
    failure.hidden = kind === undefined;
  }

  function checkFile({ target }: Event): void {
    const address = addressOf(target);
    if (!address.startsWith(absolute(host.base))) return;
    // The portal does not run without one of its initial scripts, and is unreadable without a sheet.
    const isOwn = ownFiles.includes(address);
    isIncomplete ||= isOwn;
    reportFailure(target instanceof HTMLLinkElement ? 'style' : isOwn ? 'entry' : 'chunk');
    if (!observer.test(address)) void recover(address, isOwn);
  }

  async function recover(address?: string, isOwn = false): Promise<void> {
    if (isRecovering) return;
    isRecovering = true;
    // The second request replaces a damaged copy in the browser's cache.
    const [isReachable, isThere = false] = await Promise.all([
      responds('/composition.json'),
      ...(address === undefined ? [] : [responds(address)]),
    ]);
    isRecovering = false;
    const isLeaving =
      (isReachable && mayFallBack && saveFailedHost(host.version)) ||
      // Its connection was lost, or the browser's copy was damaged.
      (isThere && isOwn && !hasFallback && saveReload(host.version));
    if (isLeaving && globalThis.portalStart?.hasUnsavedChanges?.() !== true) reload();
    else if (isOwn) showFailure(isReachable ? 'incomplete' : 'unreachable');
  }

  // The portal renders into its root before anything of it is on the screen.
  function reportShown(): void {
    const mutations = new MutationObserver(check);
    mutations.observe(document, { childList: true, subtree: true });
    check();

    function check(): void {
      if (document.querySelector('#root h1:not(#prerendered-screen h1)') === null) return;
      mutations.disconnect();
      report({ result: 'loaded' });
    }
  }

  function reportFailure(stage: FailureStage): void {
    report({ result: 'failed', stage, reference: null });
  }

  function report(outcome: ReleaseReport['outcome']): void {
    const { version } = host;
    const reported: ReleaseReport = { area: 'host', version, source, composition: number, outcome };
    fetch(reportUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-requested-with': 'portal' },
      body: JSON.stringify({ token: pageToken(), reports: [reported] }),
      credentials: 'omit',
      keepalive: true,
    }).catch(() => undefined);
  }

  // A button of the prerendered screen does nothing yet: the portal clicks its own button after taking over.
  function rememberPress(event: Event): void {
    if (!(event.target instanceof Element)) return;
    if (event.target.closest('#start-failure button') !== null) reload();
    const button = event.target.closest(`:is(${prerendered}) button`);
    if (button === null) return;
    event.preventDefault();
    const start = globalThis.portalStart;
    if (start === undefined) return;
    start.pressed?.removeAttribute('aria-busy');
    start.pressed = button;
    button.setAttribute('aria-busy', 'true');
  }

  // The portal may take over between the two halves of a click, of which no element would then report a whole one.
  function rememberHold({ type, target }: Event): void {
    const start = globalThis.portalStart;
    if (start === undefined) return;
    const control = target instanceof Element ? target.closest(`:is(${prerendered}) :is(a, button)`) : null;
    start.held = (type === 'pointerdown' && control) || undefined;
  }
}

function responds(address: string): Promise<boolean> {
  return fetch(address, { cache: 'reload', signal: AbortSignal.timeout(probeLimit) }).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** Returns whether the browser stores the cookie: without it the page would reload forever. */
function saveFailedHost(version: string): boolean {
  saveFailedHosts([...failedHosts(), version]);
  return isFailedHost(version);
}

function saveFailedHosts(versions: readonly string[]): void {
  const seconds = versions.length > 0 ? fallbackTime : 0;
  writeScriptCookie(cookieName, versions.join('~'), seconds);
}

/** Returns whether the page may be reloaded: once for a start, because the customer decides about further attempts. */
function saveReload(version: string): boolean {
  try {
    const isFirst = sessionStorage.getItem(reloadedKey) !== version;
    if (isFirst) sessionStorage.setItem(reloadedKey, version);
    else forgetReload();
    return isFirst;
  } catch {
    // The browser forbids storage: the page would reload forever.
    return false;
  }
}

function forgetReload(): void {
  try {
    sessionStorage.removeItem(reloadedKey);
  } catch {
    // There is no storage, so nothing was saved.
  }
}

function isFailedHost(version: string): boolean {
  return failedHosts().includes(version);
}

function failedHosts(): string[] {
  return readScriptCookie(cookieName)?.split('~') ?? [];
}

function absolute(address: string): string {
  return new URL(address, location.href).href;
}

/** The address of a script or a style sheet; empty for any other target of an event, and for a sheet that is requested again. */
function addressOf(target: EventTarget | null): string {
  if (target instanceof HTMLScriptElement) return target.src;
  if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return '';
  return target.dataset['href'] === undefined ? target.href : '';
}
