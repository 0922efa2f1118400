import { useSidebar } from '@portal/shared/area';
import { useTranslation } from '@portal/shared/i18n';
import { Button, FormActions, Stack, TextLink } from '@portal/shared/ui';
import { paths } from '../../paths.ts';
import { BankTransferResult } from './bank-transfer-result.tsx';
import { CryptoResult } from './crypto-result.tsx';
import { StepHeading } from './step-heading.tsx';
import type { CreatedPayment } from './use-create-payment.ts';

interface TopUpResultProps {
  created: CreatedPayment;
  onAgain: () => void;
}

/** The created payment and how to pay it. */
export function TopUpResult({ created, onAgain }: TopUpResultProps) {
  const { t } = useTranslation('financesTopUpBalanceSidebar');
  const { close } = useSidebar();
  return (
    <Stack gap="6">
      <StepHeading>
        {created.kind === 'crypto' ? t('result.cryptoTitle') : t('result.invoiceTitle')}
      </StepHeading>
      {created.kind === 'crypto' ? (
        <CryptoResult payment={created.payment} crypto={created.crypto} />
      ) : (
        <BankTransferResult payment={created.payment} bank={created.bank_details} />
      )}
      <p>
        <TextLink href={paths.payments()}>{t('result.payments')}</TextLink>
      </p>
      <FormActions>
        <Button onClick={close}>{t('result.close')}</Button>
        <Button theme="outline" onClick={onAgain}>
          {t('result.another')}
        </Button>
      </FormActions>
    </Stack>
  );
}
