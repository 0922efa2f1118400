import { MissingTextsError } from '@portal/shared/i18n';
import { Component, type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import {
  AreaLoadError,
  canFallBack,
  currentGeneration,
  hasFallback,
  reloadArea,
  replaceRelease,
  useGeneration,
} from '../loading/area-load.ts';
import { checkBuiltIns } from '../loading/built-ins.ts';
import { type ComponentKind, loadComponent } from '../loading/load-component.ts';
import { reportFailure, reportShown } from '../loading/release-telemetry.ts';
import classes from './area-slot.module.css';

/** What a slot shows instead of a component that failed; `retry` loads the area's code again. */
type RenderFailure = (retry: () => void) => ReactNode;

interface AreaSlotProps {
  area: string;
  kind: ComponentKind;
  id: string;
  /** Shown while the code is loading. */
  loading: ReactNode;
  unavailable: RenderFailure;
}

/**
 * Renders one component of an area behind an error boundary of its own: its failure affects nothing else. A page is marked
 * with its area for the gate, which refuses blank ones.
 */
export function AreaSlot({ area, kind, id, loading, unavailable }: AreaSlotProps) {
  const [generation, setGeneration] = useState(() => currentGeneration(area));
  const SlotComponent = lazyComponent(area, kind, id, generation);
  const failure = { area, generation, loading, onReload: setGeneration, render: unavailable };
  return (
    <AreaBoundary
      key={generation}
      onFailure={(error) => reportSlotFailure(area, error)}
      fallback={(error) => <SlotFailure {...failure} error={error} />}
    >
      <Suspense fallback={loading}>
        <div className={classes['slot']} data-area-page={kind === 'pages' ? area : undefined}>
          <SlotComponent />
        </div>
        <Shown area={area} />
      </Suspense>
    </AreaBoundary>
  );
}

function reportSlotFailure(area: string, error: unknown): void {
  // A failure to load was reported when it was retried.
  if (error instanceof AreaLoadError) return;
  reportFailure(area, error instanceof MissingTextsError ? 'texts' : 'render');
}

/** Its effect runs once the slot component beside it is on the screen. */
function Shown({ area }: { area: string }) {
  useEffect(() => {
    reportShown(area);
    checkBuiltIns(area);
  }, [area]);
  return null;
}

interface SlotFailureProps {
  error: unknown;
  area: string;
  generation: number;
  loading: ReactNode;
  onReload: (generation: number) => void;
  render: RenderFailure;
}

/**
 * A retry in one failed slot of an area renders all of its failed slots again, and no working one. A component that
 * throws while it is rendered continues the fallback sequence: with the previous release in this page or, when the area
 * has been shown already, in a new page. Missing texts are no reason to leave a page whose other components work.
 */
function SlotFailure({ error, area, generation, loading, onReload, render }: SlotFailureProps) {
  const current = useGeneration(area);
  const [isStuck, setStuck] = useState(false);
  const isOutdated = current !== generation;
  const isReplaceable = !isOutdated && canFallBack(area);
  const mayLeave = !(error instanceof MissingTextsError || isStuck);
  const isLeaving = mayLeave && !isOutdated && !isReplaceable && hasFallback(area);
  useEffect(() => {
    if (isOutdated) onReload(current);
    else if (isReplaceable) replaceRelease(area);
    else if (isLeaving) void leavePage(area).then((isLeft) => setStuck(!isLeft));
  }, [area, current, isOutdated, isReplaceable, isLeaving, onReload]);
  return isOutdated || isReplaceable || isLeaving ? loading : render(() => reloadArea(area));
}

/** Reloads the page with the area's previous release. Resolves to false when the page must stay. */
function leavePage(area: string): Promise<boolean> {
  return import(/* webpackChunkName: "fallback-page" */ '../loading/fallback-page.ts').then(
    ({ reloadOnFallback }) => reloadOnFallback(area),
    () => false,
  );
}

const components = new Map<string, ComponentType>();

// A lazy component stores its failure permanently, so each generation of an area gets components of its own.
function lazyComponent(area: string, kind: ComponentKind, id: string, generation: number): ComponentType {
  const key = `${area}/${kind}/${id}/${generation}`;
  const known = components.get(key);
  if (known !== undefined) return known;
  const component = lazy(() => loadComponent(area, kind, id));
  components.set(key, component);
  return component;
}

interface AreaBoundaryProps {
  /** Called before the fallback is rendered. */
  onFailure: (error: unknown) => void;
  fallback: (error: unknown) => ReactNode;
  children: ReactNode;
}

type BoundaryState = { hasFailed: false } | { hasFailed: true; error: unknown };

/** Catches errors of loading and of rendering. A new key renders the children again. */
export class AreaBoundary extends Component<AreaBoundaryProps, BoundaryState> {
  override state: BoundaryState = { hasFailed: false };

  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { hasFailed: true, error };
  }

  override componentDidCatch(error: unknown): void {
    this.props.onFailure(error);
  }

  override render(): ReactNode {
    const { state, props } = this;
    return state.hasFailed ? props.fallback(state.error) : props.children;
  }
}
