import { useCountdown } from '@portal/shared/account-forms';
import { ApiError } from '@portal/shared/api';
import type { BoundField } from '@portal/shared/form';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { Button, Card, PageHeader, Stack, TextField } from '@portal/shared/ui/core';
import { type ComponentProps, type ReactNode, useEffect } from 'react';

interface ScreenProps {
  title: string;
  description?: ReactNode;
  /** Above the panel: what has just happened. */
  notice?: ReactNode;
  children: ReactNode;
  /** Below the panel: links to other screens. */
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

/** The e-mail address that a customer logs in with. */
export function EmailField({ label, ...field }: BoundField<string> & { label: string }) {
  return (
    <TextField
      label={label}
      type="email"
      inputMode="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      {...field}
    />
  );
}

interface SubmitButtonProps extends ComponentProps<typeof Button> {
  /** Why the last attempt failed; after too many attempts the button counts down to the next. */
  failure: unknown;
}

/** The button that sends a form. */
export function SubmitButton({ failure, children, ...rest }: SubmitButtonProps) {
  const { t } = useTranslation('common');
  const { duration } = useFormat();
  const [seconds, wait] = useCountdown(0);

  // In step with the server, which states how long it will refuse.
  useEffect(() => {
    wait(failure instanceof ApiError && failure.status === 429 ? (failure.retryAfterSeconds ?? 0) : 0);
  }, [failure, wait]);

  return (
    <Button type="submit" full disabled={seconds > 0} {...rest}>
      {seconds > 0 ? t('ui.retryIn', { time: duration(seconds).replace(/^0:/, '') }) : children}
    </Button>
  );
}
