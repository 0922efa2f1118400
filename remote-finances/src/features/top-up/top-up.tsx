import type { Service } from '@portal/contract/services';
import { useSidebar, useUnsavedChanges } from '@portal/shared/area';
import { useState } from 'react';
import type { TopUpRequest } from './top-up-draft.ts';
import { TopUpForm } from './top-up-form.tsx';
import { TopUpResult } from './top-up-result.tsx';
import { TopUpReview } from './top-up-review.tsx';
import { useCreatePayment } from './use-create-payment.ts';
import { useTopUpForm } from './use-top-up-form.ts';

interface TopUpProps {
  services: readonly Service[];
  /** The account may pay in crypto currencies. */
  hasCrypto: boolean;
}

/** The three steps of a top-up: what, a check, how to pay. */
export function TopUp({ services, hasCrypto }: TopUpProps) {
  const { params } = useSidebar();
  const [isReview, setReview] = useState(false);
  const payment = useCreatePayment();
  const form = useTopUpForm(services, params['service_id'], (request: TopUpRequest) => {
    payment.prepare(request);
    setReview(true);
  });
  useUnsavedChanges(payment.isUncertain);

  if (payment.created) {
    return (
      <TopUpResult
        created={payment.created}
        onAgain={() => {
          payment.startOver();
          setReview(false);
          form.reset({ ...form.values, amount: '' });
        }}
      />
    );
  }
  const service = services.find(({ service_id }) => service_id === payment.draft?.service_id);
  if (isReview && payment.draft && service) {
    return (
      <TopUpReview
        draft={payment.draft}
        service={service}
        error={payment.error}
        isPending={payment.isPending}
        isUncertain={payment.isUncertain}
        onCreate={payment.create}
        onBack={() => setReview(false)}
        onBankTransfer={() => {
          form.set({ method: 'bank_transfer' });
          setReview(false);
        }}
      />
    );
  }
  return <TopUpForm form={form} services={services} hasCrypto={hasCrypto} />;
}
