import { useTranslation } from '@portal/shared/i18n';
import { Button, EmptyState } from '@portal/shared/ui';
import { useNumberSupport } from './use-number-support.ts';

interface NoNumbersProps {
  isSearched: boolean;
  onReset: () => void;
}

/** An empty list: nothing is rented, or the search finds nothing. */
export function NoNumbers({ isSearched, onReset }: NoNumbersProps) {
  const { t } = useTranslation('voicingPhoneNumbers');
  const support = useNumberSupport();
  if (isSearched) {
    const reset = (
      <Button theme="outline" size="medium" onClick={onReset}>
        {t('empty.reset')}
      </Button>
    );
    return (
      <EmptyState icon="search" title={t('empty.filtered')} action={reset}>
        {t('empty.filteredText')}
      </EmptyState>
    );
  }
  const request = support && (
    <Button theme="outline" size="medium" onClick={support.requestNumber}>
      {t('request')}
    </Button>
  );
  return (
    <EmptyState icon="hash" title={t('empty.none')} action={request}>
      {t('empty.noneText')}
    </EmptyState>
  );
}
