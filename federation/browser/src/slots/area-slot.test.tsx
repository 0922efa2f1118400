import '../testing/page.fixtures.ts';
import { beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

const load = jest.fn<(place: { address: string }, module: string) => Promise<unknown>>();
let AreaSlot: typeof import('./area-slot.tsx').AreaSlot;
let reloadArea: typeof import('../loading/area-load.ts').reloadArea;

beforeAll(async () => {
  jest.doMock('../loading/containers.ts', () => ({ loadExposed: load }));
  ({ AreaSlot } = await import('./area-slot.tsx'));
  ({ reloadArea } = await import('../loading/area-load.ts'));
});

function Works() {
  return <p>Payments are here</p>;
}

function areaWith(Page: () => React.ReactNode) {
  return {
    area: { pages: { payments: () => Promise.resolve({ default: Page }) }, sidebars: {}, plates: {} },
  };
}

function renderSlot() {
  return render(
    <>
      <p>The rest</p>
      <AreaSlot
        area="finances"
        kind="pages"
        id="payments"
        loading={<p>Loading</p>}
        unavailable={(retry) => (
          <button type="button" onClick={retry}>
            Try again
          </button>
        )}
      />
    </>,
  );
}

beforeEach(() => {
  jest.spyOn(console, 'error').mockReturnValue();
});

test('shows the replacement of a failing area beside the rest of the page, and recovers after a retry', async () => {
  load.mockRejectedValueOnce(new Error('404')).mockRejectedValueOnce(new Error('404'));
  renderSlot();
  const retry = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.getByText('The rest')).toBeVisible();

  load.mockResolvedValueOnce(areaWith(Works));
  await userEvent.click(retry);
  expect(await screen.findByText('Payments are here')).toBeVisible();
  // The faulty response may be cached: each attempt after the first requests another address.
  expect(load.mock.lastCall?.[0].address).toContain('remote-entry.js?attempt=2');
});

test('shows the replacement of a component that throws while it is rendered', async () => {
  load.mockResolvedValueOnce(
    areaWith(() => {
      throw new Error('broken page');
    }),
  );
  act(() => reloadArea('finances'));
  renderSlot();
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
  expect(screen.getByText('The rest')).toBeVisible();
});

test('shows the replacement of an area that does not respond in time', async () => {
  jest.useFakeTimers();
  load.mockReturnValueOnce(new Promise(() => undefined));
  act(() => reloadArea('finances'));
  renderSlot();
  expect(screen.getByText('Loading')).toBeVisible();
  await act(() => jest.advanceTimersByTimeAsync(6_000));
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  jest.useRealTimers();
});

test('shows the replacement of a component whose code or style sheet does not load in time', async () => {
  jest.useFakeTimers();
  const hangs = () => new Promise(() => undefined);
  load.mockResolvedValueOnce({ area: { pages: { payments: hangs }, sidebars: {}, plates: {} } });
  act(() => reloadArea('finances'));
  renderSlot();
  await act(() => jest.advanceTimersByTimeAsync(4_900));
  expect(screen.getByText('Loading')).toBeVisible();
  await act(() => jest.advanceTimersByTimeAsync(200));
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  jest.useRealTimers();
});

test('replaces the message by a component that arrives after the limit, without a click', async () => {
  jest.useFakeTimers();
  const arrival = Promise.withResolvers<object>();
  load.mockResolvedValueOnce({
    area: { pages: { payments: () => arrival.promise }, sidebars: {}, plates: {} },
  });
  act(() => reloadArea('finances'));
  renderSlot();
  await act(() => jest.advanceTimersByTimeAsync(5_100));
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  await act(async () => arrival.resolve({ default: Works }));
  await act(() => jest.advanceTimersByTimeAsync(100));
  expect(screen.getByText('Payments are here')).toBeVisible();
  jest.useRealTimers();
});
