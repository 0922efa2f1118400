import { useSidebar } from '@portal/shared/area';
import { useTranslation } from '@portal/shared/i18n';
import { Button, FormActions, NotificationBox, Stack } from '@portal/shared/ui';
import { type ReactNode, useEffect, useRef } from 'react';

interface SidebarResultProps {
  title: string;
  children?: ReactNode;
  /** Beside "Close". */
  action?: ReactNode;
}

/** Replaces the form of a sidebar once it has succeeded. */
export function SidebarResult({ title, children, action }: SidebarResultProps) {
  const { t } = useTranslation('profileSidebar');
  const { close } = useSidebar();
  const panel = useRef<HTMLDivElement>(null);

  // The button that had the focus is gone with the form.
  useEffect(() => panel.current?.focus(), []);

  return (
    <div ref={panel} tabIndex={-1} role="group" aria-label={title}>
      <Stack>
        <NotificationBox tone="success" title={title} live>
          {children}
        </NotificationBox>
        <FormActions>
          <Button onClick={close}>{t('close')}</Button>
          {action}
        </FormActions>
      </Stack>
    </div>
  );
}
