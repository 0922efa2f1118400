import { beforeAll, expect, jest, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { choosePageReleases } from '../composition/page-releases.ts';
import { composition } from '../testing/page.fixtures.ts';

let AreaSlot: typeof import('./area-slot.tsx').AreaSlot;

const [only] = composition.areas;
if (only === undefined) throw new Error('the fixture has an area');
const previous = { ...only.active, version: '0.0.9', unique_name: 'finances_0_0_9' };

function Works() {
  return <p>Payments are here</p>;
}
function Throws(): never {
  throw new Error('broken page');
}
const pageOf = (Page: () => React.ReactNode) => ({ payments: () => Promise.resolve({ default: Page }) });

beforeAll(async () => {
  jest.spyOn(console, 'error').mockReturnValue();
  jest.doMock('../loading/containers.ts', () => ({
    loadExposed: async ({ name }: { name: string }) => ({
      area: { pages: pageOf(name === 'finances_0_0_9' ? Works : Throws), sidebars: {}, plates: {} },
    }),
  }));
  choosePageReleases({ ...composition, areas: [{ ...only, previous }] }, { canary: [], without: [] });
  ({ AreaSlot } = await import('./area-slot.tsx'));
});

test('renders the previous release, without a message, when a component throws', async () => {
  const unavailable = jest.fn(() => <p>Temporarily unavailable</p>);
  const slot = { area: 'finances', kind: 'pages', id: 'payments' } as const;
  render(<AreaSlot {...slot} loading={<p>Loading</p>} unavailable={unavailable} />);
  expect(await screen.findByText('Payments are here')).toBeVisible();
  expect(unavailable).not.toHaveBeenCalled();
});
