import { useErrorText } from '@portal/shared/i18n';
import { Card, NotificationBox, PageHeader, Stack } from '@portal/shared/ui/core';
import type { ReactNode } from 'react';

interface ScreenProps {
  title: string;
  description?: ReactNode;
  /** Above the panel: what has just happened. */
  notice?: ReactNode;
  children: ReactNode;
  /** Below the panel: the ways to other screens. */
  links?: ReactNode;
}

/** The frame of an authorization screen. */
export function Screen({ title, description, notice, children, links }: ScreenProps) {
  return (
    <Stack gap="4">
      <PageHeader title={title} description={description} />
      {notice}
      <Card>{children}</Card>
      {links}
    </Stack>
  );
}

/** Why a form as a whole was refused. */
export function FormFailure({ failure }: { failure: unknown }) {
  const { errorText } = useErrorText();
  return failure === null ? null : (
    <NotificationBox tone="error" live>
      {errorText(failure)}
    </NotificationBox>
  );
}
