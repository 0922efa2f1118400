import { attributeToCode, attributeToScreen, reportIncident } from './report-incident.ts';

/** Milliseconds for which a page may not respond. */
const longestTask = 200;

/** An entry of `long-animation-frame`, or of `longtask`, which has the duration only. */
interface LongTask extends PerformanceEntry {
  scripts?: readonly { duration: number; sourceURL: string; invoker: string }[];
}

/** Reports long tasks, those since the page's start included. Only Chromium states them; other browsers report none. */
export function watchLongTasks(): void {
  const type = ['long-animation-frame', 'longtask'].find((name) =>
    PerformanceObserver.supportedEntryTypes?.includes(name),
  );
  if (type === undefined) return;
  const observer = new PerformanceObserver((list) => list.getEntries().forEach(reportLongTask));
  observer.observe({ type, buffered: true });
}

/**
 * Reports an entry that is long enough. The browser names the script that a task began in: an area's, or the host's, whose
 * React calls the components of the area on the screen.
 */
export function reportLongTask({ duration, scripts }: LongTask): void {
  // A frame is also long while it waits, without any work.
  const longest = scripts?.toSorted((a, b) => b.duration - a.duration)[0];
  const amount = scripts === undefined ? duration : (longest?.duration ?? 0);
  if (amount < longestTask) return;
  const byCode = attributeToCode(longest?.sourceURL ?? '');
  const isOfArea = byCode.attribution === 'code' && byCode.release.area !== 'host';
  const attributed = isOfArea ? byCode : attributeToScreen();
  reportIncident({ kind: 'long-task', detail: nameOf(longest?.invoker ?? ''), amount, ...attributed });
}

/** What began the task: `DIV#root.onclick`, or the name of a script without its hash. */
function nameOf(invoker: string): string {
  if (!/^https?:/.test(invoker)) return invoker;
  const [name = ''] = invoker.split('/').at(-1)?.split('.') ?? [];
  return name;
}
