import type { Composition } from '@portal/federation-contract/composition';
import { namedReleases } from '@portal/federation-contract/release-lookup';
import type { ReleaseReport } from '@portal/federation-contract/release-telemetry';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Figures of this process for Prometheus, which adds up those of several processes. */
export interface ReleaseMetrics {
  /** Of the response of `GET /metrics`. */
  contentType: string;
  /** The figures in Prometheus' text format. */
  text(): Promise<string>;
  /** Counts reports that pages have sent for the first time. */
  count(reports: readonly ReleaseReport[]): Promise<void>;
  /** Sets where the live composition is read. Releases that it does not name have no figures. */
  follow(readLive: () => Promise<Composition>): void;
}

const ofRelease = ['area', 'version', 'source'] as const;

// Seconds, except the score of CLS. The limits of good and of poor values are among the buckets (web.dev/articles/vitals).
const vitals = {
  LCP: ['largest_contentful_paint_seconds', [0.5, 1, 1.5, 2, 2.5, 3, 4, 6, 10]],
  INP: ['interaction_to_next_paint_seconds', [0.05, 0.1, 0.2, 0.3, 0.5, 1, 2]],
  TTFB: ['time_to_first_byte_seconds', [0.1, 0.2, 0.4, 0.8, 1.2, 1.8, 3]],
  CLS: ['cumulative_layout_shift', [0.01, 0.05, 0.1, 0.15, 0.25, 0.5, 1]],
} as const;

/** Creates the figures of the live releases and of this process. */
export function releaseMetrics(): ReleaseMetrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const number = new Gauge({
    name: 'portal_composition_number',
    help: 'Number of the live composition.',
    registers,
  });
  const releases = new Gauge({
    name: 'portal_release_info',
    help: 'The live releases by role: active, canary or previous.',
    labelNames: ['area', 'version', 'role'],
    registers,
  });
  const reported = reportedFigures(registry);
  let readLive: (() => Promise<Composition>) | undefined;
  /** Undefined while no composition can be served. */
  const live = () => readLive?.().catch(() => undefined);

  return {
    contentType: registry.contentType,
    follow: (read) => {
      readLive = read;
    },
    async count(reports) {
      const isLive = liveReleases(await live());
      for (const report of reports) if (isLive(report)) reported.count(report);
    },
    async text() {
      const composition = await live();
      releases.reset();
      number.reset();
      if (composition !== undefined) {
        number.set(composition.number);
        for (const { unit, role, release } of namedReleases(composition))
          releases.set({ area: unit, version: release.version, role }, 1);
        await reported.removeExcept(liveReleases(composition));
      }
      return registry.metrics();
    },
  };
}

type Release = Pick<ReleaseReport, 'area' | 'version'>;

/** Whether a composition names a release. */
function liveReleases(composition: Composition | undefined): (release: Release) => boolean {
  const named = composition === undefined ? [] : namedReleases(composition);
  const live = new Set(named.map(({ unit, release }) => `${unit} ${release.version}`));
  return ({ area, version }) => live.has(`${area} ${version}`);
}

/** The figures that pages report. */
function reportedFigures(registry: Registry) {
  const registers = [registry];
  const counter = <Label extends string = never>(name: string, help: string, ...own: Label[]) =>
    new Counter({
      name: `portal_release_${name}_total`,
      help,
      labelNames: [...ofRelease, ...own],
      registers,
    });
  const histogram = (vital: keyof typeof vitals) => {
    const [name, buckets] = vitals[vital];
    const help = `${vital} of pages, by the area that was on the screen.`;
    return new Histogram({
      name: `portal_${name}`,
      help,
      labelNames: ofRelease,
      buckets: [...buckets],
      registers,
    });
  };
  const loads = counter('loads', 'Pages that showed the area.');
  const failures = counter('failures', 'Pages on which the area failed to load or to render.', 'stage');
  const incidents = counter('incidents', 'Pages with an incident.', 'kind', 'attribution');
  const histograms = {
    LCP: histogram('LCP'),
    INP: histogram('INP'),
    TTFB: histogram('TTFB'),
    CLS: histogram('CLS'),
  };

  return {
    count({ area, version, source, outcome }: ReleaseReport): void {
      const labels = { area, version, source };
      if (outcome.result === 'loaded') loads.inc(labels);
      else if (outcome.result === 'failed') failures.inc({ ...labels, stage: outcome.stage });
      else if (outcome.result === 'incident')
        incidents.inc({ ...labels, kind: outcome.kind, attribution: outcome.attribution });
      else
        histograms[outcome.vital].observe(
          labels,
          outcome.vital === 'CLS' ? outcome.value : outcome.value / 1000,
        );
    },
    /** Removes the figures of other releases, so that their number does not grow with every release. */
    async removeExcept(isLive: (release: Release) => boolean): Promise<void> {
      for (const figure of [loads, failures, incidents, ...Object.values(histograms)]) {
        const { values } = await figure.get();
        for (const { labels } of values) {
          const own = Object.fromEntries(Object.entries(labels).filter(([label]) => label !== 'le'));
          if (!isLive({ area: String(own['area']), version: String(own['version']) })) figure.remove(own);
        }
      }
    },
  };
}
