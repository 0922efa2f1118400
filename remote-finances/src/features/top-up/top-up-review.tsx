import { isOneOf } from '@portal/contract/response-member';
import { type Service, serviceTypes } from '@portal/contract/services';
import { ApiError } from '@portal/shared/api';
import { useAction } from '@portal/shared/area';
import { useErrorText, useTranslation } from '@portal/shared/i18n';
import { Button, DetailList, FormActions, Money, NotificationBox, Stack } from '@portal/shared/ui';
import { useEffect, useRef } from 'react';
import { StepHeading } from '../../step-heading.tsx';
import { assetTitles } from './crypto-choice.tsx';
import { type ExistingTopUp, ExistingTopUpNotice, existingTopUp } from './existing-top-up.tsx';
import type { TopUpDraft } from './top-up-draft.ts';
import { TopUpQuotePanel } from './top-up-quote.tsx';
import { useTopUpQuote } from './use-top-up-quote.ts';

interface TopUpReviewProps {
  draft: TopUpDraft;
  service: Service;
  error: unknown;
  isPending: boolean;
  onCreate: () => void;
  /** There is an equal top-up: open it, or create another one nevertheless. */
  onOpen: (paymentId: string) => void;
  onCreateAnother: () => void;
  onBack: () => void;
  /** Crypto was refused: pay by bank transfer instead. */
  onBankTransfer: () => void;
}

/** What will be created, with the server's quote. */
export function TopUpReview(props: TopUpReviewProps) {
  const { draft, service, error, isPending, onBack, onBankTransfer } = props;
  const quote = useTopUpQuote({
    service_id: draft.service_id,
    amount: draft.amount,
    method: draft.method,
  });
  const { t } = useTranslation('financesTopUpBalanceSidebar');
  const { type } = service;
  const assets = draft.method === 'crypto' ? assetTitles(draft.asset, quote.quote?.crypto_options) : [];
  const isNotConfigured = error instanceof ApiError && error.code === 'not_configured';
  const existing = isPending ? null : existingTopUp(error);
  const actions = useActionsInView(isPending ? null : error);
  return (
    <Stack gap="6">
      <StepHeading>{t('review.title')}</StepHeading>
      <DetailList
        items={[
          {
            term: t('review.service'),
            description: isOneOf(serviceTypes, type) ? t(`service.${type}`) : type,
          },
          {
            term: t('review.amount'),
            description: <Money amount={draft.amount} currency={service.currency} />,
          },
          {
            term: t('review.method'),
            description: [t(`method.${draft.method}`), ...assets].join(', '),
          },
        ]}
      />
      <TopUpQuotePanel state={quote} />
      {isNotConfigured && <NotConfigured />}
      {existing !== null && <ExistingTopUpNotice topUp={existing} />}
      {error !== null && !isPending && !isNotConfigured && existing === null && (
        <CreationError
          error={error}
          onBankTransfer={draft.method === 'crypto' ? onBankTransfer : undefined}
        />
      )}
      <div ref={actions}>
        <FormActions>
          <MainActions {...props} existing={existing} />
          <Button theme="outline" disabled={isPending} onClick={onBack}>
            {t('review.back')}
          </Button>
        </FormActions>
      </div>
    </Stack>
  );
}

type MainActionsProps = TopUpReviewProps & { existing: ExistingTopUp | null };

/** A refusal moves the buttons down, and the focus with them: they and the words above them come into view. */
function useActionsInView(error: unknown) {
  const actions = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (error !== null) actions.current?.scrollIntoView({ block: 'nearest' });
  }, [error]);
  return actions;
}

/** The first button keeps its place, and with it the focus, when it becomes the way to the equal top-up: nothing is created by it. */
function MainActions({ draft, existing, isPending, onCreate, onOpen, onCreateAnother }: MainActionsProps) {
  const { t } = useTranslation('financesTopUpBalanceSidebar');
  const main = useRef<HTMLButtonElement>(null);
  const create = draft.method === 'crypto' ? t('review.createCrypto') : t('review.createInvoice');
  return (
    <>
      <Button
        ref={main}
        loading={isPending}
        onClick={({ detail: clicks }) => {
          if (existing !== null) onOpen(existing.payment_id);
          // The second click of two is that of the button before, in whose place this one appears.
          else if (clicks < 2) onCreate();
        }}
      >
        {existing === null ? create : t('existing.open')}
      </Button>
      {existing !== null && (
        <Button
          theme="outline"
          onClick={() => {
            // This button is gone while the request is running; the first one repeats it when its response is lost.
            main.current?.focus();
            onCreateAnother();
          }}
        >
          {t('existing.another')}
        </Button>
      )}
    </>
  );
}

interface CreationErrorProps {
  error: unknown;
  /** Given for a crypto payment. */
  onBankTransfer: (() => void) | undefined;
}

function CreationError({ error, onBankTransfer }: CreationErrorProps) {
  const { t } = useTranslation('financesTopUpBalanceSidebar');
  const { errorText, fieldErrorText } = useErrorText();
  const fields = error instanceof ApiError ? error.fieldErrors : [];
  // The server could not reach the provider of crypto payments; a bank transfer needs no provider.
  const isNotConnected =
    onBankTransfer && error instanceof ApiError && error.isExplained && error.code === 'upstream_error';
  const instead = onBankTransfer && (
    <Button theme="outline" size="small" onClick={onBankTransfer}>
      {t('review.bankInstead')}
    </Button>
  );
  return (
    <NotificationBox tone="error" live actions={instead}>
      {isNotConnected ? (
        t('review.cryptoNotConnected')
      ) : (
        <Stack gap="2">
          <p>{fields.length === 0 ? errorText(error) : t('review.refused')}</p>
          {fields.map(({ field, code, params }) => (
            <p key={field}>{fieldErrorText(code, params)}</p>
          ))}
        </Stack>
      )}
    </NotificationBox>
  );
}

/** Why no invoice can be issued yet, with a button that opens quick start. */
export function NotConfigured() {
  const { t } = useTranslation('financesTopUpBalanceSidebar');
  const openSetup = useAction('account-setup');
  return (
    <NotificationBox
      tone="warning"
      title={t('notConfigured.title')}
      actions={
        openSetup && (
          <Button size="medium" icon="rocket" onClick={() => openSetup()}>
            {t('notConfigured.action')}
          </Button>
        )
      }
    >
      {t('notConfigured.text')}
    </NotificationBox>
  );
}
