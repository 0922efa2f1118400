import { useTranslation } from '@portal/shared/i18n';
import { SearchField, useTypedFilter } from '@portal/shared/ui';
import { readNumberFilter } from '../../listing/read-number-filter.ts';
import classes from './number-search.module.css';

interface NumberSearchProps {
  value: string | undefined;
  onChange: (value: string) => void;
}

export function NumberSearch({ value = '', onChange }: NumberSearchProps) {
  const { t } = useTranslation('voicingPhoneNumbers');
  const { text, setText, isRefused } = useTypedFilter(value, readNumberFilter, onChange);
  return (
    <div role="search" className={classes['search']}>
      <SearchField
        label={t('search')}
        placeholder={t('search')}
        description={t('searchHint')}
        error={isRefused ? t('searchError') : undefined}
        inputMode="tel"
        value={text}
        onValueChange={setText}
      />
    </div>
  );
}
