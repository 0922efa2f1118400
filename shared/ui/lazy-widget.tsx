import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from './feedback/toast.tsx';

export interface LazyWidget<Props> {
  /**
   * Renders the implementation when it is loaded, and `fallback` until then. After two failed attempts the customer gets a message,
   * and `onGiveUp` closes what would open.
   */
  Widget: (props: WidgetProps<Props>) => ReactNode;
  /** Starts loading before the first use; a failure is ignored because rendering tries again. */
  prefetch: () => void;
}

interface WidgetProps<Props> {
  props: Props;
  fallback?: ReactNode;
  onGiveUp?: () => void;
}

const retryMs = 3000;
const mostFailures = 2;
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
  function Widget({ props, fallback = null, onGiveUp }: WidgetProps<Props>) {
    const [Implementation, setImplementation] = useState(() => loaded);
    const [failures, setFailures] = useState(0);
    const giveUp = useEffectEvent(() => {
      if (onGiveUp === undefined) return;
      toast({ tone: 'error', text: <FailureText /> });
      onGiveUp();
    });
    useEffect(() => {
      if (Implementation) return;
      let isCurrent = true;
      let timer: ReturnType<typeof setTimeout> | undefined;
      preload().then(
        () => isCurrent && setImplementation(() => loaded),
        () => {
          // The browser is offline, or a release replaced the file.
          if (!isCurrent) return;
          timer = setTimeout(() => setFailures(failures + 1), retryMs);
          if (failures + 1 === mostFailures) giveUp();
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

// What would open is closed, so pressing again is the only way to retry.
function FailureText(): ReactNode {
  return useTranslation('common').t('ui.widgetFailed');
}

/** Loads the code of selects, menus, calendars, dialogs and sidebars before their first use. Rejects when one fails. */
export async function preloadWidgets(): Promise<void> {
  await Promise.all(preloads.map((preload) => preload()));
}
