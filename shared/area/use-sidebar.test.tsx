import { expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { useSidebar } from './use-sidebar.ts';

function Page() {
  const { current, params, open, close } = useSidebar();
  return (
    <>
      <output>{`${current} ${JSON.stringify(params)}`}</output>
      <button type="button" onClick={() => open('finances/top-up', { service_id: 'svc_1' })}>
        open
      </button>
      <button type="button" onClick={close}>
        close
      </button>
    </>
  );
}

function renderPage(url: string) {
  const router = createMemoryRouter([{ path: '*', element: <Page /> }], { initialEntries: [url] });
  render(<RouterProvider router={router} />);
  return { router, user: userEvent.setup() };
}

it('reads the open sidebar from the address', () => {
  renderPage('/payments?sidebar=finances/top-up&sidebar.service_id=svc_9');
  expect(screen.getByRole('status')).toHaveTextContent('finances/top-up {"service_id":"svc_9"}');
});

it('writes the sidebar into the address and preserves the page’s parameters', async () => {
  const { router, user } = renderPage('/payments?limit=50&sidebar=profile/email&sidebar.old=1');
  await user.click(screen.getByText('open'));
  expect(router.state.location.search).toBe('?limit=50&sidebar=finances/top-up&sidebar.service_id=svc_1');
  await user.click(screen.getByText('close'));
  expect(router.state.location.search).toBe('?limit=50');
  expect(screen.getByRole('status')).toHaveTextContent('null {}');
});

it('opens no sidebar for an empty parameter', () => {
  renderPage('/payments?sidebar=');
  expect(screen.getByRole('status')).toHaveTextContent('null {}');
});
