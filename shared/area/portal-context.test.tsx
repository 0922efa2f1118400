import { expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { ApiError } from '../api/api-error.ts';
import { renderPage } from '../testing/render-page.tsx';
import { QueryError } from '../ui/feedback/error-panel.tsx';

it('links the reference of a failed request to the about page', async () => {
  const error = new ApiError({ status: 500, code: 'internal', message: '', requestId: 'req_CKVEKbaoj_Yi' });
  const { user, location } = renderPage(<QueryError error={error} />, { path: '/finances/payments' });
  await user.click(screen.getByRole('link', { name: 'req_CKVEKbaoj_Yi' }));
  expect(location()).toMatchObject({ pathname: '/about', search: '?reference=req_CKVEKbaoj_Yi' });
});

it('shows no reference for a failure without a request id', () => {
  renderPage(<QueryError error={new ApiError({ status: 0, code: 'network_error', message: '' })} />);
  expect(screen.getByRole('alert')).toBeVisible();
  expect(screen.queryByRole('link')).toBeNull();
});
