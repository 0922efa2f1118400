import { NotificationBox, Stack } from '@portal/shared/ui/core';
import type { ReactNode } from 'react';
import { usePanelFocus } from './use-panel-focus.ts';

interface OutcomeProps {
  tone: 'success' | 'warning' | 'error';
  title?: string;
  /** What has happened. */
  children: ReactNode;
  /** Buttons and links that lead on. */
  actions?: ReactNode;
}

/** What became of a form or a link, in its place. */
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
