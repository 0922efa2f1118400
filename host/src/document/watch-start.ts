import type { Composition } from '@portal/federation-contract/composition';
import type { ReleaseReport } from '@portal/federation-contract/release-telemetry';

/** Milliseconds after which a start without a result counts as failed; it may still succeed. */
const startLimit = 30_000;

interface StartedComposition extends Pick<Composition, 'number'> {
  host: Pick<Composition['host'], 'version' | 'base' | 'scripts' | 'styles'>;
}

/**
 * Watches the portal's own scripts and sheets: shows `#start-failure` when one cannot be loaded or the start takes too
 * long, reports it, and remembers which button of the prerendered screen was pressed.
 */
export function watchStart(
  { host, number }: StartedComposition,
  reportUrl: URL,
): Pick<PortalStart, 'fail' | 'succeed' | 'pressed'> {
  const ownFiles = [...host.scripts, ...host.styles].map((file) => absolute(host.base + file));
  const timer = setTimeout(showFailure, startLimit);
  let isIncomplete = false;
  addEventListener('click', rememberPress, true);
  addEventListener('error', checkOwnFile, true);
  addEventListener('error', reportFile, true);
  return {
    fail: () => showFailure(),
    succeed: () => {
      if (isIncomplete) return;
      showFailure(false);
      removeEventListener('error', checkOwnFile, true);
    },
  };

  function showFailure(isFailed = true): void {
    clearTimeout(timer);
    const failure = document.getElementById('start-failure');
    if (failure !== null) failure.hidden = !isFailed;
  }

  // The portal does not run without one of its initial scripts, and is unreadable without a sheet.
  function checkOwnFile({ target }: Event): void {
    if (!ownFiles.includes(addressOf(target))) return;
    isIncomplete = true;
    showFailure();
  }

  // A file of the host's release that cannot be loaded, or does not match its hash.
  function reportFile({ target }: Event): void {
    const address = addressOf(target);
    if (!address.startsWith(absolute(host.base))) return;
    const isSheet = target instanceof HTMLLinkElement;
    const stage = isSheet ? 'style' : ownFiles.includes(address) ? 'entry' : 'chunk';
    const outcome = { result: 'failed', stage, reference: null } as const;
    const report: ReleaseReport = {
      area: 'host',
      version: host.version,
      source: 'active',
      composition: number,
      outcome,
    };
    fetch(reportUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-requested-with': 'portal' },
      body: JSON.stringify({ reports: [report] }),
      credentials: 'omit',
      keepalive: true,
    }).catch(() => undefined);
  }

  // A button of the prerendered screen does nothing yet: the portal clicks its own button after taking over.
  function rememberPress(event: Event): void {
    if (!(event.target instanceof Element)) return;
    if (event.target.closest('#start-failure button') !== null) location.reload();
    const button = event.target.closest('#prerendered button, #drawn-screen button');
    if (button === null) return;
    event.preventDefault();
    const start = globalThis.portalStart;
    if (start === undefined) return;
    start.pressed?.removeAttribute('aria-busy');
    start.pressed = button;
    button.setAttribute('aria-busy', 'true');
  }
}

function absolute(address: string): string {
  return new URL(address, location.href).href;
}

/** The address of a script or a style sheet; empty for any other target of an event. */
function addressOf(target: EventTarget | null): string {
  if (target instanceof HTMLScriptElement) return target.src;
  return target instanceof HTMLLinkElement && target.rel === 'stylesheet' ? target.href : '';
}
