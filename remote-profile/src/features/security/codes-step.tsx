import { useUnsavedChanges } from '@portal/shared/area';
import { useTranslation } from '@portal/shared/i18n';
import { Button, CopyButton, FormActions, NotificationBox, Stack } from '@portal/shared/ui';
import { useState } from 'react';
import classes from './security.module.css';
import { printLines, saveLines } from './take-away.ts';

interface CodesStepProps {
  codes: readonly string[];
  onKept: () => Promise<void>;
}

/** The recovery codes, this one time, and the ways to keep them. */
export function CodesStep({ codes, onKept }: CodesStepProps) {
  const { t } = useTranslation('profileSecuritySidebar');
  const [isPending, setPending] = useState(false);
  useUnsavedChanges(true);

  async function keep() {
    setPending(true);
    await onKept().finally(() => setPending(false));
  }
  return (
    <Stack>
      <NotificationBox tone="warning" title={t('codes.title')} live>
        {t('codes.explanation')}
      </NotificationBox>
      <ul className={classes['codes']} aria-label={t('codes.list')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <FormActions>
        <CopyButton text={codes.join('\n')} label={t('codes.copy')} showLabel theme="outline" />
        <Button
          size="small"
          theme="outline"
          icon="download"
          onClick={() => saveLines(`${t('codes.file')}.txt`, [t('codes.list'), '', ...codes])}
        >
          {t('codes.download')}
        </Button>
        <Button size="small" theme="outline" icon="print" onClick={() => printLines(t('codes.list'), codes)}>
          {t('codes.print')}
        </Button>
      </FormActions>
      <FormActions>
        <Button loading={isPending} onClick={() => void keep()}>
          {t('codes.kept')}
        </Button>
      </FormActions>
    </Stack>
  );
}
