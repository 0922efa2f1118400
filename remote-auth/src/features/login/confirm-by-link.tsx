import { lazy, Suspense } from 'react';
import { useAddressToken } from '../../use-address-token.ts';

const LinkConfirmation = lazy(() =>
  import(/* webpackChunkName: "confirmation" */ '../../confirmation/link-confirmation.tsx').then(
    (module) => ({
      default: module.LinkConfirmation,
    }),
  ),
);

/** Follows the mailed link: its token is used once. */
export function ConfirmByLink() {
  const { token } = useAddressToken('confirm');
  return token === null ? null : (
    <Suspense>
      <LinkConfirmation token={token} />
    </Suspense>
  );
}
