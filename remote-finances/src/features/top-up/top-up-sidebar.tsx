import type { Service } from '@portal/contract/services';
import { useSidebar, useUnsavedChanges } from '@portal/shared/area';
import { useTranslation } from '@portal/shared/i18n';
import { useProfile, useServices } from '@portal/shared/session';
import { EmptyState, QueryFallback, Stack } from '@portal/shared/ui';
import { useState } from 'react';
import { sidebars } from '../../paths.ts';
import { ResumedPayment } from './resumed-payment.tsx';
import { useFormBeforeReload, useSavedForm } from './saved-form.ts';
import type { TopUpDraft } from './top-up-draft.ts';
import { TopUpForm, useTopUpForm } from './top-up-form.tsx';
import { TopUpResult } from './top-up-result.tsx';
import { NotConfigured, TopUpReview } from './top-up-review.tsx';
import { UnconfirmedNotice } from './unconfirmed-notice.tsx';
import { useCreatePayment } from './use-create-payment.ts';
import { useShownPayment } from './use-payment.ts';
import { useTopUpLimits } from './use-top-up-quote.ts';

export default function TopUpSidebar() {
  const { t } = useTranslation('financesTopUpBalanceSidebar');
  const profile = useProfile();
  const services = useServices();
  const { payment_id: paymentId } = useSidebar().params;
  if (paymentId !== undefined) return <ResumedPayment key={paymentId} paymentId={paymentId} />;
  if (profile.data === undefined) return <QueryFallback query={profile} />;
  if (services.data === undefined) return <QueryFallback query={services} />;
  if (!(profile.data.configured && profile.data.address)) return <NotConfigured />;
  if (services.data.services.length === 0) {
    return <EmptyState title={t('service.none')}>{t('service.noneText')}</EmptyState>;
  }
  const { crypto_enabled, features } = profile.data;
  return (
    <TopUp
      services={services.data.services}
      hasCrypto={crypto_enabled}
      hasDetails={features['payment_details'] === true}
    />
  );
}

interface TopUpProps {
  services: readonly Service[];
  /** The account may pay in crypto currencies. */
  hasCrypto: boolean;
  /** The server returns single payments, so that a payment can be followed. */
  hasDetails: boolean;
}

/** The three steps of a top-up: form, review, how to pay. */
function TopUp({ services, hasCrypto, hasDetails }: TopUpProps) {
  const { params, open } = useSidebar();
  const { t } = useTranslation('financesTopUpBalanceSidebar');
  const show = useShownPayment();
  const payment = useCreatePayment((created) => {
    if (!hasDetails) return;
    show({ crypto: null, ...created });
    // The address names the payment, so that a reload shows it again.
    open(sidebars.topUp, { payment_id: created.payment.payment_id }, { replace: true });
  });
  const { draft } = payment;
  const [unconfirmed] = useState(() => (services.some(isServiceOf(draft)) ? draft : null));
  const [isReview, setReview] = useState(unconfirmed !== null);
  const limits = useTopUpLimits(services[0]?.service_id);
  const saved = useFormBeforeReload();
  // The entry may be of another account.
  const isPossible = services.some(isServiceOf(saved)) && (hasCrypto || saved?.method !== 'crypto');
  const typed = isPossible ? saved : null;
  const form = useTopUpForm({
    services,
    limits,
    chosen: params['service_id'],
    unconfirmed,
    typed,
    onReady: (request) => {
      payment.prepare(request);
      setReview(true);
    },
  });
  const isTyped = payment.created === null && (form.isDirty || typed !== null);
  useSavedForm(isTyped ? form.values : null);
  useUnsavedChanges(
    payment.isUncertain || isTyped,
    payment.isUncertain ? { title: t('leave.title'), text: t('leave.text') } : undefined,
  );

  const service = services.find(isServiceOf(draft));
  const isReviewed = isReview && draft !== null && service !== undefined;
  return (
    <Stack gap="6">
      {!payment.isPending && (
        <UnconfirmedNotice
          topUps={payment.unconfirmed.filter((one) => services.some(isServiceOf(one)))}
          current={isReviewed ? draft : null}
          services={services}
          onChecked={() => {
            payment.forgetUnconfirmed();
            setReview(false);
          }}
        />
      )}
      {payment.created && !hasDetails ? (
        <TopUpResult
          created={payment.created}
          onAgain={() => {
            payment.startOver();
            setReview(false);
            form.reset({ ...form.values, amount: '' });
          }}
        />
      ) : isReviewed ? (
        <TopUpReview
          draft={draft}
          service={service}
          error={payment.error}
          // What was created is shown by its address: shown here as well, it would take the focus twice.
          isPending={payment.isPending || payment.created !== null}
          onCreate={payment.create}
          onOpen={(payment_id) => open(sidebars.topUp, { payment_id }, { replace: true })}
          onCreateAnother={payment.createAnother}
          onBack={() => setReview(false)}
          onBankTransfer={() => {
            form.set({ method: 'bank_transfer' });
            setReview(false);
          }}
        />
      ) : (
        <TopUpForm form={form} services={services} limits={limits} hasCrypto={hasCrypto} />
      )}
    </Stack>
  );
}

function isServiceOf(draft: Pick<TopUpDraft, 'service_id'> | null) {
  return ({ service_id }: Service) => service_id === draft?.service_id;
}
