import { useTranslation } from '@portal/shared/i18n';
import { Card, CopyButton, Stack } from '@portal/shared/ui';
import classes from './about.module.css';
import type { AreaRow } from './use-area-rows.ts';

interface ReferenceCardProps {
  reference: string;
  rows: readonly AreaRow[];
  /** What support is sent. */
  text: string;
}

/** The reference that a customer was given with an error, and what to do with it. */
export function ReferenceCard({ reference, rows, text }: ReferenceCardProps) {
  const { t } = useTranslation('about');
  const area = rows.find((row) => row.reference === reference);
  return (
    <Card title={t('reference.title')}>
      <Stack gap="3">
        <code className={classes['reference']}>{reference}</code>
        {area !== undefined && <p>{t('reference.area', { title: area.title })}</p>}
        <p>{t('reference.text')}</p>
        <div>
          <CopyButton text={text} label={t('copy')} showLabel theme="outline" size="medium" />
        </div>
      </Stack>
    </Card>
  );
}
