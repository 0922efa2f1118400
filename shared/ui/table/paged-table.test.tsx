import { describe, expect, it, jest } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { renderInEnglish } from '../render-in-english.fixtures.tsx';
import { type ListPage, PagedTable } from './query-table.tsx';
import type { Column } from './table-head.tsx';

const columns: Column<string>[] = [
  { id: 'number', header: 'Number', cell: (number) => number, sortable: true },
  { id: 'created', header: 'Created', cell: () => 'today', sortable: true },
];
const page = { items: ['+3721'], total: 30, limit: 10, offset: 10, has_more: true };

function show({ data = page, ...props }: { data?: ListPage<string>; isFiltered?: boolean } = {}) {
  const onChange = jest.fn();
  const query = { data, isError: false, error: null, isFetching: false, refetch: jest.fn() };
  const shown = renderInEnglish(
    <PagedTable
      caption="Numbers"
      columns={columns}
      query={{ ...query, isPlaceholderData: false }}
      rowKey={(number) => number}
      order="-created,number"
      onChange={onChange}
      {...props}
    />,
  );
  return { ...shown, onChange };
}

describe('PagedTable', () => {
  it('reads and reports the order as the contract writes it', async () => {
    const { user, onChange } = show();
    const created = screen.getByRole('columnheader', { name: 'Created' });
    expect(created).toHaveAttribute('aria-sort', 'descending');
    await user.click(within(created).getByRole('button'));
    await user.click(screen.getByRole('button', { name: 'Number' }));
    expect(onChange.mock.calls).toEqual([[{ order: 'created' }], [{ order: '-number' }]]);
  });

  it('reports the next page as query parameters', async () => {
    const { user, onChange } = show();
    expect(screen.getByText('11–11 of 30')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Next' }));
    expect(onChange).toHaveBeenCalledWith({ limit: '10', offset: '20' });
  });

  it('leads to the pages of a filter by their cursors, and to the first one by none', async () => {
    const cursors = { next_cursor: 'after', previous_cursor: 'before' };
    const { user, onChange } = show({ data: { ...page, offset: 20, ...cursors }, isFiltered: true });
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await user.click(screen.getByRole('button', { name: 'Previous' }));
    expect(onChange.mock.calls).toEqual([
      [{ limit: '10', offset: '30', cursor: 'after' }],
      [{ limit: '10', offset: '10', cursor: 'before' }],
    ]);
    const { user: another, onChange: change } = show({ data: { ...page, ...cursors }, isFiltered: true });
    await another.click(screen.getAllByRole('button', { name: 'Previous' }).at(-1)!);
    expect(change).toHaveBeenCalledWith({ limit: '10', offset: '0', cursor: null });
  });

  it('numbers no rows of a page that is not full and was reached by going back', () => {
    const cursors = { next_cursor: 'after', previous_cursor: 'before' };
    show({ data: { ...page, ...cursors, searched: { cursor: 'before' } }, isFiltered: true });
    expect(screen.queryByText(/of 30/)).not.toBeInTheDocument();
  });

  it.each([
    ['cannot be left forward before the list has gone on', 'after', []],
    ['can be left forward when it was reached by going back', 'before', ['after']],
  ])('a page that is not full %s', async (_, cursor, next) => {
    const data = { ...page, next_cursor: 'after', previous_cursor: 'before', searched: { cursor } };
    const { user, onChange } = show({ data, isFiltered: true });
    await user.click(screen.getByRole('button', { name: 'Next' }));
    expect(onChange.mock.calls).toEqual(next.map((to) => [{ limit: '10', offset: '20', cursor: to }]));
  });
});
