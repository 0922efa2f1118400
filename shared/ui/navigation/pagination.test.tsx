import { describe, expect, it, jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import { renderInEnglish } from '../render-in-english.fixtures.tsx';
import { Pagination } from './pagination.tsx';

describe('Pagination', () => {
  it('is hidden when there is only one page', () => {
    const { container } = renderInEnglish(
      <Pagination limit={25} offset={0} hasNext={false} onChange={() => {}} />,
    );
    expect(container).toBeEmptyDOMElement();
  });

  it('moves forward and back by the page size', async () => {
    const onChange = jest.fn();
    const { user } = renderInEnglish(
      <Pagination limit={25} offset={25} hasNext total={120} onChange={onChange} />,
    );
    expect(screen.getByText('26–50 of 120')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await user.click(screen.getByRole('button', { name: 'Previous' }));
    expect(onChange.mock.calls).toEqual([[{ limit: 25, offset: 50 }], [{ limit: 25, offset: 0 }]]);
  });

  it('disables "Next" on the last page', () => {
    renderInEnglish(<Pagination limit={25} offset={100} hasNext={false} onChange={() => {}} />);
    expect(screen.getByRole('button', { name: 'Next' })).toHaveAttribute('aria-disabled', 'true');
    expect(screen.getByRole('button', { name: 'Previous' })).not.toHaveAttribute('aria-disabled');
  });

  it('keeps the focus on the pressed button while the page loads and at the end, where it does nothing', async () => {
    const onChange = jest.fn();
    const shown = (changes: { disabled?: boolean; hasNext?: boolean }) => (
      <Pagination limit={25} offset={25} hasNext onChange={onChange} {...changes} />
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

  it('starts at the first row when the page size changes', async () => {
    const onChange = jest.fn();
    const { user } = renderInEnglish(<Pagination limit={25} offset={50} hasNext onChange={onChange} />);
    await user.click(screen.getByRole('button', { name: /Rows per page/ }));
    await user.click(await screen.findByRole('option', { name: '50' }));
    expect(onChange).toHaveBeenCalledWith({ limit: 50, offset: 0 });
  });
});
