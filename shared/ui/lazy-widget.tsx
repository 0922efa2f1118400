import { type ComponentType, type ReactNode, useEffect, useState } from 'react';

export interface LazyWidget<Props> {
  /** Renders the implementation once it is there, and `fallback` until then. */
  Widget: (props: { props: Props; fallback?: ReactNode }) => ReactNode;
  preload: () => Promise<void>;
}

const retryMs = 3000;

/**
 * A component loaded with its first use, or earlier by `preload`. Unlike React.lazy it renders at once when it is
 * already loaded, and tries again after a failed load instead of failing for good.
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
          // Offline, or a release replaced the file: the next try may find it.
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
  return { Widget, preload };
}
