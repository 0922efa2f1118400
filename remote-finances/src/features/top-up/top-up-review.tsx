import { type Service, serviceTypes } from '@portal/contract/services';
import { ApiError } from '@portal/shared/api';
import { useErrorText, useTranslation } from '@portal/shared/i18n';
import { Button, DetailList, FormActions, Money, NotificationBox, Stack } from '@portal/shared/ui';
import { NotConfigured } from './not-configured.tsx';
import { StepHeading } from './step-heading.tsx';
import type { TopUpDraft } from './top-up-draft.ts';

interface TopUpReviewProps {
  draft: TopUpDraft;
  service: Service;
  error: unknown;
  isPending: boolean;
  isUncertain: boolean;
  onCreate: () => void;
  onBack: () => void;
  /** Crypto was refused: pay by bank transfer instead. */
  onBankTransfer: () => void;
}

/** What will be created, before it is. Tax and total come with the answer: the server alone computes money. */
export function TopUpReview(props: TopUpReviewProps) {
  const { draft, service, error, isPending, isUncertain, onCreate, onBack, onBankTransfer } = props;
  const { t } = useTranslation('financesTopUpBalanceSidebar');
  const type = serviceTypes.find((known) => known === service.type);
  const isNotConfigured = error instanceof ApiError && error.code === 'not_configured';
  return (
    <Stack gap="6">
      <StepHeading>{t('review.title')}</StepHeading>
      <DetailList
        items={[
          { term: t('review.service'), description: type ? t(`service.${type}`) : service.type },
          {
            term: t('review.amount'),
            description: <Money amount={draft.amount} currency={service.currency} />,
          },
          { term: t('review.method'), description: t(`method.${draft.method}`) },
        ]}
      />
      <p>{t('review.vatText')}</p>
      {isNotConfigured && <NotConfigured />}
      {error !== null && !isPending && !isNotConfigured && (
        <CreationError
          error={error}
          isUncertain={isUncertain}
          onBankTransfer={draft.method === 'crypto' ? onBankTransfer : undefined}
        />
      )}
      <FormActions>
        <Button loading={isPending} onClick={onCreate}>
          {draft.method === 'crypto' ? t('review.createCrypto') : t('review.createInvoice')}
        </Button>
        <Button theme="outline" disabled={isPending} onClick={onBack}>
          {t('review.back')}
        </Button>
      </FormActions>
    </Stack>
  );
}

interface CreationErrorProps {
  error: unknown;
  isUncertain: boolean;
  /** Given for a crypto payment. */
  onBankTransfer: (() => void) | undefined;
}

function CreationError({ error, isUncertain, onBankTransfer }: CreationErrorProps) {
  const { t } = useTranslation('financesTopUpBalanceSidebar');
  const { errorText, fieldErrorText } = useErrorText();
  const fields = error instanceof ApiError ? error.fieldErrors : [];
  // The provider of crypto payments is behind the server; a bank transfer needs nobody else.
  const isNotConnected = onBankTransfer && error instanceof ApiError && error.code === 'upstream_error';
  const instead = onBankTransfer && (
    <Button theme="outline" size="small" onClick={onBankTransfer}>
      {t('review.bankInstead')}
    </Button>
  );
  if (isNotConnected) {
    return (
      <NotificationBox tone="error" live actions={instead}>
        {t('review.cryptoNotConnected')}
      </NotificationBox>
    );
  }
  return (
    <NotificationBox tone="error" live actions={instead}>
      <Stack gap="2">
        <p>{fields.length === 0 ? errorText(error) : t('review.refused')}</p>
        {fields.map(({ field, code, params }) => (
          <p key={field}>{fieldErrorText(code, params)}</p>
        ))}
        {isUncertain && <p>{t('review.unknownOutcome')}</p>}
      </Stack>
    </NotificationBox>
  );
}
