import { lazy, Suspense } from 'react';
import { useAddressToken } from '../../use-address-token.ts';
import { RestoreForm } from './restore-form.tsx';

// For the few whose account somebody else has moved.
const TakeBack = lazy(() =>
  import(/* webpackChunkName: "take-back" */ './take-back.tsx').then((module) => ({
    default: module.TakeBack,
  })),
);

/** Where a password, or a whole account, comes back to its owner. */
export default function RestorePage() {
  const { token } = useAddressToken('revert');
  return token === null ? (
    <RestoreForm />
  ) : (
    <Suspense>
      <TakeBack token={token} />
    </Suspense>
  );
}
