import { attributedErrors, sendReports } from '../loading/release-telemetry.ts';
import { watchLongTasks } from './long-tasks.ts';
import { watchMemory } from './memory-growth.ts';
import { attributeError, attributeToCode, reportIncident } from './report-incident.ts';
import { reportWebVitals, watchWebVitals } from './web-vitals.ts';

/** Starts the observers, and returns the function that reports an event of the window. */
export function startReports(): (event: Event) => void {
  watchLongTasks();
  watchMemory();
  watchWebVitals();
  addEventListener('visibilitychange', () => {
    // The page may be left now.
    if (document.visibilityState !== 'hidden') return;
    reportWebVitals();
    sendReports();
  });
  return reportEvent;
}

function reportEvent(event: Event): void {
  if (event instanceof ErrorEvent) reportUnhandled('error', event.error ?? event.message, event.filename);
  else if (event instanceof PromiseRejectionEvent) reportUnhandled('rejection', event.reason);
  else if (event instanceof SecurityPolicyViolationEvent) reportViolation(event);
}

function reportUnhandled(kind: 'error' | 'rejection', error: unknown, file?: string): void {
  try {
    if (error instanceof Object && attributedErrors.has(error)) return;
    const detail = describe(error);
    // The browser reports it for layouts that are settled a frame later.
    if (detail.startsWith('ResizeObserver loop')) return;
    reportIncident({ kind, detail, ...attributeError(error, file) });
  } catch {
    // Reading the error throws. Another error here would be reported in turn, without an end.
    reportIncident({ kind, detail: 'unreadable', ...attributeToCode(file ?? '') });
  }
}

function describe(error: unknown): string {
  if (error instanceof Error) return `${error.name}: ${error.message}`;
  return typeof error === 'string' ? error : typeof error;
}

function reportViolation({ effectiveDirective, blockedURI, sourceFile }: SecurityPolicyViolationEvent): void {
  const blocked = URL.canParse(blockedURI) ? new URL(blockedURI).origin : blockedURI;
  const attributed = attributeToCode(sourceFile, blockedURI);
  reportIncident({ kind: 'policy', detail: `${effectiveDirective} ${blocked}`, ...attributed });
}
