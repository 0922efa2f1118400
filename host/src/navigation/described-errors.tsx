import { ApiError } from '@portal/shared/api';
import { useErrorText } from '@portal/shared/i18n';
import { ErrorDescriptionProvider } from '@portal/shared/ui/core';
import type { ReactNode } from 'react';

/** Gives the design system words for the API's errors. */
export function DescribedErrors({ children }: { children: ReactNode }) {
  const { errorText } = useErrorText();
  const describe = (error: unknown) => ({
    message: errorText(error),
    reference: error instanceof ApiError ? (error.requestId ?? undefined) : undefined,
  });
  return <ErrorDescriptionProvider describe={describe}>{children}</ErrorDescriptionProvider>;
}
