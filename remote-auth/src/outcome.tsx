import { NotificationBox, Stack } from '@portal/shared/ui/core';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';

interface OutcomeProps {
  tone: 'success' | 'warning' | 'error';
  title?: string;
  /** What has happened. */
  children: ReactNode;
  /** Buttons and links for the next step. */
  actions?: ReactNode;
}

/** The result of a form or a link, shown instead of it. */
export function Outcome({ tone, title, children, actions }: OutcomeProps) {
  const panel = usePanelFocus();
  return (
    <div ref={panel} tabIndex={-1}>
      <Stack gap="4">
        <NotificationBox tone={tone} title={title} live>
          {children}
        </NotificationBox>
        {actions}
      </Stack>
    </div>
  );
}

/**
 * The ref of a panel that replaces a form. The panel's first field, or the panel itself, takes the focus that the form
 * had; the page takes it when the panel is removed.
 */
export function usePanelFocus(): RefObject<HTMLDivElement | null> {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const page = panel.current?.closest('main');
    (panel.current?.querySelector('input') ?? panel.current)?.focus();
    return () => page?.focus();
  }, []);
  return panel;
}
