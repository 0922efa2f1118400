import { useTranslation } from '@portal/shared/i18n';
import { ConfirmDialog, DetailList, Stack } from '@portal/shared/ui';
import type { LockQuestion } from './use-lock-question.ts';

/** Shows once more what is about to be set for good. */
export function LockDialog({ question }: { question: LockQuestion }) {
  const { t } = useTranslation('profile');
  const { currency, tax_number } = question.changes ?? {};
  return (
    <ConfirmDialog
      isOpen={question.changes !== null}
      title={t('lock.title')}
      confirmText={t('lock.confirm')}
      cancelText={t('lock.back')}
      onConfirm={() => question.answer(true)}
      onCancel={() => question.answer(false)}
    >
      <Stack>
        <DetailList
          items={[
            currency !== undefined && { term: t('field.currency'), description: t(`currency.${currency}`) },
            tax_number !== undefined && { term: t('field.taxNumber'), description: tax_number },
          ]}
        />
        <p>{t('lock.text')}</p>
      </Stack>
    </ConfirmDialog>
  );
}
