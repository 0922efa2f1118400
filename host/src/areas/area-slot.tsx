import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { setAreaState } from '../composition/area-states.ts';
import { AreaLoadError, areaRun, canFallBack, hasFallback, markShown } from '../federation/area-run.ts';
import { loadPart, type PartKind } from '../federation/load-part.ts';
import { reportFailure, reportLoaded } from '../federation/release-reports.ts';
import { AreaBoundary } from './area-boundary.tsx';
import { currentGeneration, reloadArea, replaceRelease, useGeneration } from './area-generations.ts';

/** What a slot shows in place of a component that failed; `retry` loads the area's code anew. */
type RenderFailure = (retry: () => void) => ReactNode;

interface AreaSlotProps {
  area: string;
  kind: PartKind;
  id: string;
  /** Shown while the code is under way. */
  loading: ReactNode;
  unavailable: RenderFailure;
}

/** One component of an area, behind a boundary of its own: whatever happens to it, nothing else is touched. */
export function AreaSlot({ area, kind, id, loading, unavailable }: AreaSlotProps) {
  const [generation, setGeneration] = useState(() => currentGeneration(area));
  const Part = lazyPart(area, kind, id, generation);
  const failure = {
    area,
    generation,
    loading,
    onReload: setGeneration,
    render: unavailable,
  };
  return (
    <AreaBoundary
      key={generation}
      // What could not be loaded has been reported where it was tried again.
      onFailure={(error) => error instanceof AreaLoadError || reportFailure(area, 'render')}
      fallback={<SlotFailure {...failure} />}
    >
      <Suspense fallback={loading}>
        <Part />
        <Shown area={area} />
      </Suspense>
    </AreaBoundary>
  );
}

/** Stands beside a part: its effect runs once the part is on the screen. */
function Shown({ area }: { area: string }) {
  useEffect(() => {
    const { release, source } = areaRun(area);
    setAreaState(area, { state: 'loaded', version: release.version, source });
    if (markShown(area)) reportLoaded(area);
  }, [area]);
  return null;
}

interface SlotFailureProps {
  area: string;
  generation: number;
  loading: ReactNode;
  onReload: (generation: number) => void;
  render: RenderFailure;
}

/**
 * A failed slot follows its area: a retry in one of them revives all that failed, and leaves the working ones alone. A
 * part that throws while it is drawn first brings the previous release, as one that cannot be loaded does; where the
 * area has been shown already, in a new page.
 */
function SlotFailure({ area, generation, loading, onReload, render }: SlotFailureProps) {
  const current = useGeneration(area);
  const [isStuck, setStuck] = useState(false);
  const isOutdated = current !== generation;
  const isReplaceable = !isOutdated && canFallBack(area);
  const isLeaving = !isOutdated && !isReplaceable && !isStuck && hasFallback(area);
  useEffect(() => {
    if (isOutdated) onReload(current);
    else if (isReplaceable) replaceRelease(area);
    else if (isLeaving) void leaveFor(area).then((isLeft) => setStuck(!isLeft));
  }, [area, current, isOutdated, isReplaceable, isLeaving, onReload]);
  return isOutdated || isReplaceable || isLeaving ? loading : render(() => reloadArea(area));
}

/** Changes to a page that runs the area's previous release. False when that is not to be. */
function leaveFor(area: string): Promise<boolean> {
  return import(/* webpackChunkName: "step-back" */ '../federation/step-back.ts').then(
    ({ stepBack }) => stepBack(area),
    () => false,
  );
}

const parts = new Map<string, ComponentType>();

// A lazy component keeps its failure for good; each generation of an area gets components of its own.
function lazyPart(area: string, kind: PartKind, id: string, generation: number): ComponentType {
  const key = `${area}/${kind}/${id}/${generation}`;
  const known = parts.get(key);
  if (known !== undefined) return known;
  const part = lazy(() => loadPart(area, kind, id));
  parts.set(key, part);
  return part;
}
