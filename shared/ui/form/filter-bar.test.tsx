import { expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { renderInEnglish } from '../render-in-english.fixtures.tsx';
import { FilterBar } from './filter-bar.tsx';

function Filters() {
  const [count, setCount] = useState(1);
  return (
    <FilterBar activeCount={count} onReset={() => setCount(0)}>
      <input aria-label="Number" />
    </FilterBar>
  );
}

it('receives the focus of the button that resets the filters, which disappears', async () => {
  const { user } = renderInEnglish(<Filters />);
  await user.click(screen.getByRole('button', { name: 'Reset filters' }));
  expect(screen.queryByRole('button', { name: 'Reset filters' })).not.toBeInTheDocument();
  expect(screen.getByRole('search', { name: 'Filters' })).toHaveFocus();
});
