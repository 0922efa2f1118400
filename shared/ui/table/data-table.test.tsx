import { describe, expect, it, jest } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { renderInEnglish } from '../render-in-english.fixtures.tsx';
import { DataTable } from './data-table.tsx';
import type { Column } from './table-head.tsx';

interface Call {
  id: string;
  number: string;
  cost: string;
}

const calls: Call[] = [
  { id: '1', number: '+37251234567', cost: '0.12' },
  { id: '2', number: '+37151234567', cost: '0.40' },
];

const columns: Column<Call>[] = [
  { id: 'number', header: 'Number', cell: (call) => call.number, sortable: true },
  { id: 'cost', header: 'Cost', align: 'end', cell: (call) => <button type="button">{call.cost}</button> },
];

const table = { caption: 'Calls', columns, rows: calls, rowKey: (call: Call) => call.id };

describe('DataTable', () => {
  it('is a table with a caption whose cells have labels for cards', () => {
    renderInEnglish(<DataTable {...table} />);
    expect(screen.getByRole('table', { name: 'Calls' })).toBeInTheDocument();
    expect(screen.getAllByRole('columnheader').map((header) => header.textContent)).toEqual([
      'Number',
      'Cost',
    ]);
    expect(screen.getByRole('cell', { name: '+37251234567' })).toHaveAttribute('data-label', 'Number');
  });

  it('sorts with a button in the header and sets aria-sort', async () => {
    const onSortChange = jest.fn();
    const { user } = renderInEnglish(
      <DataTable {...table} sort={{ id: 'number', direction: 'desc' }} onSortChange={onSortChange} />,
    );
    const header = screen.getByRole('columnheader', { name: 'Number' });
    expect(header).toHaveAttribute('aria-sort', 'descending');
    await user.click(within(header).getByRole('button'));
    expect(onSortChange).toHaveBeenCalledWith({ id: 'number', direction: 'asc' });
  });

  it('opens a row with its button or a press on the row, but not with a press on a control in the row', async () => {
    const onRowOpen = jest.fn();
    const { user } = renderInEnglish(
      <DataTable {...table} onRowOpen={onRowOpen} rowLabel={(call) => `Open ${call.number}`} />,
    );
    await user.click(screen.getByRole('button', { name: 'Open +37251234567' }));
    await user.click(screen.getByText('+37151234567'));
    await user.click(screen.getByRole('button', { name: '0.40' }));
    expect(onRowOpen.mock.calls).toEqual([[calls[0]], [calls[1]]]);
  });

  it('renders a row again only when it or the columns are others', () => {
    const cell = jest.fn((call: Call) => call.number);
    const counting: Column<Call>[] = [{ id: 'number', header: 'Number', cell }];
    const shown = (more: object) => <DataTable {...table} columns={counting} {...more} />;
    const { rerender } = renderInEnglish(shown({}));
    cell.mockClear();
    rerender(shown({ isStale: true, rowLabel: () => 'Open', rows: [...calls] }));
    expect(cell).not.toHaveBeenCalled();
    rerender(shown({ rows: [calls[0]!, { ...calls[1]!, number: '+4930' }] }));
    expect(cell).toHaveBeenCalledTimes(1);
    expect(screen.getByRole('cell', { name: '+4930' })).toBeInTheDocument();
    rerender(shown({ columns: [{ ...counting[0]!, align: 'end' }] }));
    expect(cell).toHaveBeenCalledTimes(3);
  });

  it('shows the totals of its columns in the last row', () => {
    const withTotals = columns.map((column) =>
      column.id === 'cost' ? { ...column, total: '0.52' } : column,
    );
    renderInEnglish(<DataTable {...table} columns={withTotals} totalsTitle="Total" />);
    expect(screen.getByRole('row', { name: 'Total 0.52' })).toBeVisible();
    expect(screen.getByRole('rowheader', { name: 'Total' })).toBeVisible();
  });

  it('shows and announces placeholders while loading', () => {
    renderInEnglish(<DataTable {...table} rows={[]} isLoading skeletonRows={3} empty="Nothing" />);
    expect(screen.getByRole('table', { name: /Loading/ })).toHaveAttribute('aria-busy', 'true');
    expect(screen.getAllByRole('row')).toHaveLength(4);
  });

  it('shows the empty state without rows', () => {
    renderInEnglish(<DataTable {...table} rows={[]} empty="No calls" />);
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
    expect(screen.getByText('No calls')).toBeVisible();
  });

  it('is focusable when it scrolls, also after the empty state', () => {
    const scrollWidth = jest.spyOn(Element.prototype, 'scrollWidth', 'get').mockReturnValue(900);
    globalThis.ResizeObserver = class implements ResizeObserver {
      #report: ResizeObserverCallback;
      constructor(report: ResizeObserverCallback) {
        this.#report = report;
      }
      observe() {
        this.#report([], this);
      }
      unobserve() {}
      disconnect() {}
    };
    const { rerender } = renderInEnglish(<DataTable {...table} rows={[]} empty="No calls" />);
    rerender(<DataTable {...table} empty="No calls" />);
    expect(screen.getByRole('group', { name: 'Calls' })).toHaveAttribute('tabindex', '0');
    scrollWidth.mockRestore();
    Reflect.deleteProperty(globalThis, 'ResizeObserver');
  });
});
