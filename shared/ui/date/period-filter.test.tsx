import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { type ComponentProps, useState } from 'react';
import { renderInEnglish } from '../render-in-english.fixtures.tsx';
import { PeriodFilter } from './period-filter.tsx';

beforeEach(() => void jest.useFakeTimers({ now: new Date('2026-11-07T12:00:00Z'), advanceTimers: true }));
afterEach(() => void jest.useRealTimers());

function Filter() {
  const [days, setDays] = useState<ComponentProps<typeof PeriodFilter>['value']>({});
  return <PeriodFilter value={days} onChange={setDays} defaultTitle="Last 24 hours" />;
}

test('shows the chosen preset when another has the same days', async () => {
  const { user } = renderInEnglish(<Filter />);
  for (const name of ['This month', 'Last 7 days', 'This month', 'Yesterday']) {
    await user.click(screen.getByRole('button', { name: /^Period/ }));
    await user.click(await screen.findByRole('option', { name }));
    expect(screen.getByRole('button', { name: /^Period/ })).toHaveTextContent(name);
  }
});
