import { useSidebar } from '@portal/shared/area';
import type { BoundField } from '@portal/shared/form';
import { useTranslation } from '@portal/shared/i18n';
import { useProfile } from '@portal/shared/session';
import { Button, FormActions, NotificationBox, PasswordField, Stack } from '@portal/shared/ui';
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';

/** The current password, which proves that the customer is still at the screen. */
export function CurrentPasswordField({ id, ...field }: BoundField<string> & { id?: string }) {
  const { t } = useTranslation('profileSidebar');
  const { data: profile } = useProfile();
  return (
    <>
      {/* Password managers read here whose password it is. */}
      <input hidden readOnly autoComplete="username" value={profile?.email ?? ''} />
      <PasswordField id={id} label={t('currentPassword')} {...field} />
    </>
  );
}

type SubmitProps = Pick<ComponentProps<typeof Button>, 'children' | 'icon' | 'loading' | 'theme'>;

/** The two buttons at the end of a form. */
export function SubmitOrCancel({ onCancel, ...submit }: SubmitProps & { onCancel: () => void }) {
  const { t } = useTranslation('profileSidebar');
  return (
    <FormActions>
      <Button type="submit" {...submit} />
      <Button theme="outline" onClick={onCancel}>
        {t('cancel')}
      </Button>
    </FormActions>
  );
}

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
