import { useTranslation } from '@portal/shared/i18n';
import { Button, FormActions } from '@portal/shared/ui';
import type { ComponentProps } from 'react';

type SubmitProps = Pick<ComponentProps<typeof Button>, 'children' | 'icon' | 'loading' | 'theme'>;

/** The end of a form: what sends it, and the way out. */
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
