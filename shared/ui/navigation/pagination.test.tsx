import { describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { renderInEnglish } from '../render-in-english.fixtures.tsx';
import { Pagination } from './pagination.tsx';

/** Another page starts to load when it is chosen, and does not arrive. */
function LoadingPages() {
  const [isLoading, setLoading] = useState(false);
  return (
    <Pagination
      limit={25}
      offset={0}
      count={25}
      hasNext
      onChange={() => setLoading(true)}
      disabled={isLoading}
    />
  );
}

describe('Pagination', () => {
  it('is hidden when there is only one page', () => {
    const { container } = renderInEnglish(
      <Pagination limit={25} offset={0} count={3} hasNext={false} onChange={() => {}} />,
    );
    expect(container).toBeEmptyDOMElement();
  });

  it('moves forward and back by the page size', async () => {
    const onChange = jest.fn();
    const { user } = renderInEnglish(
      <Pagination limit={25} offset={25} count={25} hasNext total={120} onChange={onChange} />,
    );
    expect(screen.getByText('26–50 of 120')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await user.click(screen.getByRole('button', { name: 'Previous' }));
    expect(onChange.mock.calls).toEqual([[{ limit: 25, offset: 50 }], [{ limit: 25, offset: 0 }]]);
  });

  it.each([
    ['the rows of a page that is not full', { offset: 25, count: 3, total: 28 }, '26–28 of 28'],
    ['a row that has come since the rows were counted', { offset: 25, count: 4, total: 28 }, '26–29 of 29'],
    [
      'rows of a list that is not counted to its end',
      { offset: 2, count: 1, total: 10_000, isTotalMinimum: true },
      '3–3 of 10,000+',
    ],
    ['nothing for a page without rows', { offset: 2, count: 0, total: 5 }, ''],
  ])('numbers %s', (_, page, range) => {
    renderInEnglish(<Pagination limit={25} hasNext={false} onChange={() => {}} {...page} />);
    expect(screen.getByRole('status')).toHaveTextContent(range === '' ? /^$/ : range);
  });

  it('disables "Next" on the last page', () => {
    renderInEnglish(<Pagination limit={25} offset={100} count={20} hasNext={false} onChange={() => {}} />);
    expect(screen.getByRole('button', { name: 'Next' })).toHaveAttribute('aria-disabled', 'true');
    expect(screen.getByRole('button', { name: 'Previous' })).not.toHaveAttribute('aria-disabled');
  });

  it('keeps the focus on the pressed button while the page loads and at the end, where it does nothing', async () => {
    const onChange = jest.fn();
    const shown = (changes: { disabled?: boolean; hasNext?: boolean }) => (
      <Pagination limit={25} offset={25} count={25} hasNext onChange={onChange} {...changes} />
    );
    const { user, rerender } = renderInEnglish(shown({}));
    const next = screen.getByRole('button', { name: 'Next' });
    await user.click(next);
    for (const changes of [{ disabled: true }, { hasNext: false }]) {
      rerender(shown(changes));
      expect(next).toHaveFocus();
      await user.keyboard('{Enter}');
    }
    expect(onChange).toHaveBeenCalledTimes(1);
  });

  it('returns the focus to the page size that was chosen, which does not open while the page loads', async () => {
    const { user } = renderInEnglish(<LoadingPages />);
    const size = screen.getByRole('button', { name: /Rows per page/ });
    await user.click(size);
    await waitFor(() => expect(screen.getByRole('option', { name: '25' })).toHaveFocus());
    await user.keyboard('{ArrowDown}{Enter}');
    await waitFor(() => expect(size).toHaveFocus());
    expect(size).toHaveAttribute('aria-disabled', 'true');
    await user.keyboard('{Enter}');
    expect(size).toHaveAttribute('aria-expanded', 'false');
  });

  it('leaves the focus to the page when all rows are on a page of the chosen size', async () => {
    const shown = (hasNext: boolean) => (
      <main tabIndex={-1}>
        <Pagination limit={25} offset={0} count={25} hasNext={hasNext} onChange={() => {}} />
      </main>
    );
    const { rerender } = renderInEnglish(shown(true));
    screen.getByRole('button', { name: /Rows per page/ }).focus();
    rerender(shown(false));
    await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
  });

  it('starts at the first row when the page size changes', async () => {
    const onChange = jest.fn();
    const { user } = renderInEnglish(
      <Pagination limit={25} offset={50} count={25} hasNext onChange={onChange} />,
    );
    await user.click(screen.getByRole('button', { name: /Rows per page/ }));
    await user.click(await screen.findByRole('option', { name: '50' }));
    expect(onChange).toHaveBeenCalledWith({ limit: 50, offset: 0 });
  });
});
