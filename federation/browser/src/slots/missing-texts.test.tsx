import { expect, jest, test } from '@jest/globals';
import { MissingTextsError } from '@portal/shared/i18n';
import { render, screen, waitFor } from '@testing-library/react';
import { choosePageReleases } from '../composition/page-releases.ts';
import { composition } from '../testing/page.fixtures.ts';

const reloadOnFallback = jest.fn();

function Form() {
  return <input aria-label="Amount" defaultValue="50" />;
}
function Untranslated(): never {
  throw new MissingTextsError('no texts for financesAlerts');
}

test('offers to load a component again whose texts are missing, and does not leave the page for an older release', async () => {
  jest.spyOn(console, 'error').mockReturnValue();
  const reports = jest.spyOn(globalThis, 'fetch').mockResolvedValue(new Response());
  jest.doMock('../loading/fallback-page.ts', () => ({ reloadOnFallback }));
  jest.doMock('../loading/containers.ts', () => ({
    loadExposed: async () => ({
      area: {
        pages: { payments: async () => ({ default: Form }) },
        sidebars: { alerts: async () => ({ default: Untranslated }) },
        plates: {},
      },
    }),
  }));
  const [only] = composition.areas;
  if (only === undefined) throw new Error('the fixture has an area');
  const previous = { ...only.active, version: '0.0.9', unique_name: 'finances_0_0_9' };
  choosePageReleases({ ...composition, areas: [{ ...only, previous }] }, { canary: [], without: [] });
  const { AreaSlot } = await import('./area-slot.tsx');
  const slot = {
    area: 'finances',
    loading: null,
    unavailable: () => <button type="button">Try again</button>,
  };

  const { rerender } = render(<AreaSlot {...slot} kind="pages" id="payments" />);
  await screen.findByRole('textbox', { name: 'Amount' });
  rerender(
    <>
      <AreaSlot {...slot} kind="pages" id="payments" />
      <AreaSlot {...slot} kind="sidebars" id="alerts" />
    </>,
  );
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Amount' })).toBeVisible();
  expect(reloadOnFallback).not.toHaveBeenCalled();
  const reported = () => reports.mock.calls.map(([, init]) => String(init?.body)).join();
  await waitFor(() => expect(reported()).toContain('"stage":"texts"'), { timeout: 10_000 });
});
