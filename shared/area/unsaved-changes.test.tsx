import { afterEach, expect, it } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, Link, Outlet, RouterProvider } from 'react-router-dom';

import {
  discardUnsavedChanges,
  SlotKindProvider,
  useLeaveQuestion,
  useUnsavedChanges,
} from './unsaved-changes.ts';
import { useSidebar } from './use-sidebar.ts';

afterEach(() => act(() => discardUnsavedChanges()));

function Layout() {
  const question = useLeaveQuestion();
  return (
    <>
      <Outlet />
      <Link to="/other">other page</Link>
      <Link to="/form?offset=25">next rows</Link>
      <Link to="/form?sidebar=profile/email">open sidebar</Link>
      {question.isAsked && (
        <div role="alertdialog">
          {question.texts?.title}
          <button type="button" onClick={question.stay}>
            stay
          </button>
          <button type="button" onClick={question.leave}>
            leave
          </button>
        </div>
      )}
    </>
  );
}

function Form({ title }: { title?: string }) {
  useUnsavedChanges(true, title === undefined ? undefined : { title, text: 'Look into Payments.' });
  return <p>form</p>;
}

/** A page with changes below a sidebar with changes. */
function PageAndSidebar() {
  const { current } = useSidebar();
  return (
    <>
      <Form />
      {current !== null && (
        <SlotKindProvider value="sidebar">
          <Form />
        </SlotKindProvider>
      )}
    </>
  );
}

function renderPortal(kind: 'page' | 'sidebar' | 'drawer', url: string) {
  const form = (
    <SlotKindProvider value={kind}>
      <Form />
    </SlotKindProvider>
  );
  const routes = [
    { path: '/form', element: form },
    { path: '/payment', element: <Form title="Leave the payment?" /> },
    { path: '/both', element: <PageAndSidebar /> },
    { path: '/other', element: <p>other</p> },
  ];
  const router = createMemoryRouter([{ element: <Layout />, children: routes }], { initialEntries: [url] });
  render(<RouterProvider router={router} />);
  return { router, user: userEvent.setup() };
}

it('asks before a page with changes is left, and stays when the customer chooses to', async () => {
  const { user } = renderPortal('page', '/form');
  await user.click(screen.getByText('other page'));
  expect(screen.getByRole('alertdialog')).toBeVisible();
  await user.click(screen.getByText('stay'));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(screen.getByText('form')).toBeVisible();
});

it('asks with the texts of the form that is left', async () => {
  const { user } = renderPortal('page', '/payment');
  await user.click(screen.getByText('other page'));
  expect(screen.getByRole('alertdialog')).toHaveTextContent('Leave the payment?');
});

it('leaves when the customer confirms', async () => {
  const { user } = renderPortal('page', '/form');
  await user.click(screen.getByText('other page'));
  await user.click(screen.getByText('leave'));
  expect(screen.getByText('other')).toBeVisible();
});

it('does not ask when the same page changes its rows or opens a sidebar', async () => {
  const { router, user } = renderPortal('page', '/form');
  await user.click(screen.getByText('next rows'));
  await user.click(screen.getByText('open sidebar'));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(router.state.location.search).toBe('?sidebar=profile/email');
});

it('asks before a sidebar with changes closes', async () => {
  const { user } = renderPortal('sidebar', '/form?sidebar=profile/email');
  await user.click(screen.getByText('next rows'));
  expect(screen.getByRole('alertdialog')).toBeVisible();
});

it('asks before the drawer of a row with changes closes, and when its page is left', async () => {
  const { user } = renderPortal('drawer', '/form?row=1');
  await user.click(screen.getByText('next rows'));
  await user.click(screen.getByText('stay'));
  await user.click(screen.getByText('other page'));
  expect(screen.getByRole('alertdialog')).toBeVisible();
});

it('asks before a sidebar replaces the drawer of a row with changes', async () => {
  const { router, user } = renderPortal('drawer', '/form?row=1');
  await act(() => router.navigate('/form?row=1&sidebar=profile/support'));
  await user.click(screen.getByText('stay'));
  expect(router.state.location.search).toBe('?row=1');
  await act(() => router.navigate('/form?row=1&sidebar=profile/support'));
  await user.click(screen.getByText('leave'));
  expect(router.state.location.search).toBe('?row=1&sidebar=profile/support');
});

it('leaves a sidebar without discarding the changes of the page below', async () => {
  const { router, user } = renderPortal('page', '/both?sidebar=profile/email');
  await act(() => router.navigate('/both'));
  await user.click(screen.getByText('leave'));
  expect(router.state.location.search).toBe('');
  await user.click(screen.getByText('other page'));
  expect(screen.getByRole('alertdialog')).toBeVisible();
  await user.click(screen.getByText('leave'));
  expect(screen.getByText('other')).toBeVisible();
});

it('lets the browser ask before the tab closes', () => {
  renderPortal('page', '/form');
  const event = new Event('beforeunload', { cancelable: true });
  act(() => void window.dispatchEvent(event));
  expect(event.defaultPrevented).toBe(true);
});

it('does not ask after the changes are discarded', async () => {
  const { router } = renderPortal('page', '/form');
  act(() => discardUnsavedChanges());
  const event = new Event('beforeunload', { cancelable: true });
  act(() => void window.dispatchEvent(event));
  expect(event.defaultPrevented).toBe(false);
  await act(() => router.navigate('/other'));
  expect(screen.getByText('other')).toBeVisible();
});
