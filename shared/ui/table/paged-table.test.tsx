import { describe, expect, it, jest } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { renderInEnglish } from '../render-in-english.fixtures.tsx';
import { PagedTable } from './query-table.tsx';
import type { Column } from './table-head.tsx';

const columns: Column<string>[] = [
  { id: 'number', header: 'Number', cell: (number) => number, sortable: true },
  { id: 'created', header: 'Created', cell: () => 'today', sortable: true },
];
const page = { items: ['+3721'], total: 30, limit: 10, offset: 10, has_more: true };

function show() {
  const onChange = jest.fn();
  const query = { data: page, isError: false, error: null, isFetching: false, refetch: jest.fn() };
  const shown = renderInEnglish(
    <PagedTable
      caption="Numbers"
      columns={columns}
      query={{ ...query, isPlaceholderData: false }}
      rowKey={(number) => number}
      order="-created,number"
      onChange={onChange}
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
    expect(screen.getByText('11–20 of 30')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Next' }));
    expect(onChange).toHaveBeenCalledWith({ limit: '10', offset: '20' });
  });
});
