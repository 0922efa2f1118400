import { type ComponentType, type ReactNode, useEffect, useState } from 'react';

export interface LazyWidget<Props> {
  /** Renders the implementation when it is loaded, and `fallback` until then. */
  Widget: (props: { props: Props; fallback?: ReactNode }) => ReactNode;
  /** Starts loading before the first use; a failure is ignored because rendering tries again. */
  prefetch: () => void;
}

const retryMs = 3000;
const preloads: (() => Promise<void>)[] = [];

/**
 * A component that is loaded with its first use, or earlier by `prefetch`. Unlike React.lazy it renders immediately when
 * it is already loaded, and it retries a failed load every 3 seconds.
 */
export function lazyWidget<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyWidget<Props> {
  let loaded: ComponentType<Props> | undefined;
  async function preload() {
    loaded ??= await load();
  }
  function Widget({ props, fallback = null }: { props: Props; fallback?: ReactNode }) {
    const [Implementation, setImplementation] = useState(() => loaded);
    const [failures, setFailures] = useState(0);
    useEffect(() => {
      if (Implementation) return;
      let isCurrent = true;
      let timer: ReturnType<typeof setTimeout> | undefined;
      preload().then(
        () => isCurrent && setImplementation(() => loaded),
        () => {
          // The browser is offline, or a release replaced the file.
          if (isCurrent) timer = setTimeout(() => setFailures(failures + 1), retryMs);
        },
      );
      return () => {
        isCurrent = false;
        clearTimeout(timer);
      };
    }, [Implementation, failures]);
    return Implementation ? <Implementation {...props} /> : fallback;
  }
  preloads.push(preload);
  return { Widget, prefetch: () => void preload().catch(() => undefined) };
}

/** Loads the code of selects, menus, calendars, dialogs and sidebars before their first use. Rejects when one fails. */
export async function preloadWidgets(): Promise<void> {
  await Promise.all(preloads.map((preload) => preload()));
}
