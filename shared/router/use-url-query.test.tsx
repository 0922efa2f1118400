import { expect, it } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import * as v from 'valibot';
import { useUrlQuery } from './use-url-query.ts';

const schema = v.object({
  text: v.optional(v.string(), ''),
  offset: v.optional(v.pipe(v.string(), v.transform(Number)), '0'),
});

function List() {
  const [query, setQuery] = useUrlQuery(schema);
  return (
    <>
      <output>{`${query.text}@${query.offset}`}</output>
      <button type="button" onClick={() => setQuery({ text: 'a' })}>
        filter
      </button>
      <button type="button" onClick={() => setQuery({ text: 'b' }, { replace: true })}>
        type
      </button>
      <button type="button" onClick={() => setQuery({ offset: 25 })}>
        next
      </button>
    </>
  );
}

function renderList(url: string, loader?: () => unknown) {
  const routes = [{ path: '/list', element: <List />, ...(loader && { loader }) }];
  const router = createMemoryRouter(routes, {
    initialEntries: [url],
    ...(loader && { hydrationData: { loaderData: { 0: null } } }),
  });
  render(<RouterProvider router={router} />);
  return { router, user: userEvent.setup() };
}

it('shows what the address says and writes what the page sets', async () => {
  const { router, user } = renderList('/list?offset=50&view=cards#top');
  expect(screen.getByRole('status')).toHaveTextContent('@50');
  await user.click(screen.getByText('filter'));
  expect(screen.getByRole('status')).toHaveTextContent('a@0');
  expect(router.state.location).toMatchObject({
    pathname: '/list',
    search: '?view=cards&text=a',
    hash: '#top',
  });
});

it('returns to earlier filters with the back button, but not to earlier typed letters', async () => {
  const { router, user } = renderList('/list');
  await user.click(screen.getByText('filter'));
  await user.click(screen.getByText('type'));
  await user.click(screen.getByText('next'));
  expect(router.state.location.search).toBe('?text=b&offset=25');
  await act(() => router.navigate(-1));
  expect(screen.getByRole('status')).toHaveTextContent('b@0');
  await act(() => router.navigate(-1));
  expect(screen.getByRole('status')).toHaveTextContent('@0');
});

it('takes a double click as one step of the history', async () => {
  const { router, user } = renderList('/list');
  await user.dblClick(screen.getByText('filter'));
  await user.dblClick(screen.getByText('next'));
  await act(() => router.navigate(-1));
  expect(router.state.location.search).toBe('?text=a');
  await act(() => router.navigate(-1));
  expect(router.state.location.search).toBe('');
});

it('keeps both of two changes, the second of which is made before the first is shown', async () => {
  const waiting: (() => void)[] = [];
  const { router, user } = renderList(
    '/list',
    () => new Promise<null>((done) => waiting.push(() => done(null))),
  );
  await user.click(screen.getByText('filter'));
  await user.click(screen.getByText('next'));
  await act(async () => {
    for (const arrive of waiting) arrive();
  });
  expect(router.state.location.search).toBe('?text=a&offset=25');
  expect(screen.getByRole('status')).toHaveTextContent('a@25');
});
