// biome-ignore-all assist/source/organizeImports: the document must stand before the host's modules read it
import '../testing/portal-document.fixtures.ts';
import { beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

const load = jest.fn<() => Promise<unknown>>();
const register = jest.fn();
let AreaSlot: typeof import('./area-slot.tsx').AreaSlot;
let reloadArea: typeof import('./area-generations.ts').reloadArea;

beforeAll(async () => {
  jest.doMock('@module-federation/enhanced/runtime', () => ({ loadRemote: load, registerRemotes: register }));
  ({ AreaSlot } = await import('./area-slot.tsx'));
  ({ reloadArea } = await import('./area-generations.ts'));
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

test('shows what stands in for a failing area, leaves the rest alone, and recovers by a retry', async () => {
  load.mockRejectedValueOnce(new Error('404')).mockRejectedValueOnce(new Error('404'));
  renderSlot();
  const retry = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.getByText('The rest')).toBeVisible();

  load.mockResolvedValueOnce(areaWith(Works));
  await userEvent.click(retry);
  expect(await screen.findByText('Payments are here')).toBeVisible();
  // The faulty answer may be cached: each attempt after the first asks for another address, by force.
  expect(register).toHaveBeenLastCalledWith(
    [expect.objectContaining({ entry: expect.stringContaining('remote-entry.js?attempt=2') })],
    { force: true },
  );
});

test('survives a component that throws while it is drawn', async () => {
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

test('gives up on an area that does not answer', async () => {
  jest.useFakeTimers();
  load.mockReturnValueOnce(new Promise(() => undefined));
  act(() => reloadArea('finances'));
  renderSlot();
  expect(screen.getByText('Loading')).toBeVisible();
  await act(() => jest.advanceTimersByTimeAsync(6_000));
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  jest.useRealTimers();
});

test('gives up on a component whose code or style sheet does not come', async () => {
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
